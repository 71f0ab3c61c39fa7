/** `36025-000`, also of the first digits of one (`36025-0`); anything else comes back unchanged. */
export function formatCep(bare: string): string {
  return bare.replace(/^(\d{5})(\d{1,3})$/, '$1-$2');
}
