/** `36.025-000`, also of the first digits of one (`36.025-0`, `36.0`); anything else comes back unchanged. */
export function formatCep(bare: string): string {
  return bare.replace(/^(\d{2})(\d{1,3})$/, '$1.$2').replace(/^(\d{2})(\d{3})(\d{1,3})$/, '$1.$2-$3');
}

/** `36013-020`, as the post office and public pages write it. */
export const postalCode = (bare: string): string => `${bare.slice(0, 5)}-${bare.slice(5)}`;
