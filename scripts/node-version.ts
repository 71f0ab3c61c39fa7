/** Node comes with the packages; a platform without a package uses the machine's. */
export function requireNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= 26) return;
  console.error(`A Morada precisa do Node 26 ou mais novo; este é o ${process.versions.node}.`);
  process.exit(1);
}
