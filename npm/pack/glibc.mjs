// The glibc that a native part needs.

/** Answers the highest version of glibc whose symbols an ELF file asks for, such as "2.34". Throws an Error when it asks for none. */
export function glibcNeeded(bytes) {
  // Names of versions stand in the table of dynamic strings, each ended by a zero.
  const names = bytes.toString("latin1").matchAll(/\0GLIBC_(\d+)\.(\d+)(?:\.\d+)?(?=\0)/g);
  const versions = [...names].map(([, major, minor]) => [Number(major), Number(minor)]);
  const highest = versions.sort(([one, a], [other, b]) => one - other || a - b).at(-1);
  if (highest === undefined) throw new Error("the native part names no version of glibc");
  return highest.join(".");
}
