{
  /** Inserts a row into a table; answers it as the database has it, with its key and its defaults. */
  insert(table: string, row?: object): Promise<any>;
}
