/**
 * Limitations of plain HTTP from another machine, as a message for the user: without a secure context browsers offer no
 * encryption (so the vault cannot keep the session) and no clipboard. Undefined in a secure context.
 */
export const plainHttpNotice = globalThis.isSecureContext
  ? undefined
  : 'Este endereço não usa HTTPS. Por isso o navegador não guarda o seu acesso quando a página é recarregada ou aberta ' +
    'em outra aba, não copia links, mensagens nem chaves Pix, e as senhas passam pela rede sem proteção. Peça a quem ' +
    'cuida do servidor um endereço https://.';
