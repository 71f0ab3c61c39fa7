import { expect, test } from 'vitest';
import { sentWords } from './sent-message.ts';

const invoice = { id: 12, reference: '2026-11' } as const;

// biome-ignore format: a table of cases reads best aligned
test.each<[string, Parameters<typeof sentWords>[0]]>([
  ['Boleto da fatura 12, de outubro de 2026, por WhatsApp',                     { kind: 'BOLETO',       channel: 'WHATSAPP', invoice }],
  ['Link do inquilino da fatura 12, de outubro de 2026, copiado para enviar',   { kind: 'INVOICE_LINK', channel: 'COPY',     invoice }],
  ['Mensagem de cobrança da fatura 12, de outubro de 2026, por e-mail',         { kind: 'LATE_MESSAGE', channel: 'MAIL',     invoice }],
  ['Passo da cobrança da fatura 12, de outubro de 2026: 3 dias depois do vencimento', { kind: 'COLLECTION_STEP', days: 3, invoice }],
  ['Ligação de cobrança da fatura 12, de outubro de 2026: não atendeu',         { kind: 'COLLECTION_CALL', outcome: 'NO_ANSWER', promised_for: null, invoice }],
  ['Ligação de cobrança da fatura 12, de outubro de 2026: prometeu pagar em 10/12/2026', { kind: 'COLLECTION_CALL', outcome: 'PROMISED', promised_for: '2026-12-10', invoice }],
  ['Resposta à mensagem do site, por WhatsApp',                                 { kind: 'SITE_REPLY',   channel: 'WHATSAPP', invoice: null }],
])('%s', (words, sent) => {
  expect(sentWords(sent)).toBe(words);
});
