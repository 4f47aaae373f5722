export enum Genre {
  Novel,
  Poem,
}

export interface Book {
  title: string;
  genre: Genre;
}
