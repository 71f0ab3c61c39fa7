/** `36025-000`; anything else comes back unchanged. */
export function formatCep(bare: string): string {
  return bare.replace(/^(\d{5})(\d{3})$/, '$1-$2');
}
