/** Page of the client area where a tenant reads and accepts an agreement; null without the installation's address. */
export const agreementUrl = (publicUrl: string | undefined, id: number): string | null =>
  publicUrl ? `${new URL(publicUrl).origin}/cliente/acordos/${id}` : null;
