import type { DEMONSTRATION_KINDS, DemonstrationRemoval } from '@morada/contract/desk/demonstration';

type Kind = (typeof DEMONSTRATION_KINDS)[number];

/** One, and many, of each kind. */
const NAMES: Record<Kind, [one: string, many: string]> = {
  client: ['cliente', 'clientes'],
  property: ['imóvel', 'imóveis'],
  property_image: ['foto', 'fotos'],
  proposal: ['contrato', 'contratos'],
  stored_file: ['documento', 'documentos'],
  invoice: ['fatura', 'faturas'],
  boleto: ['boleto', 'boletos'],
  transfer: ['repasse', 'repasses'],
  movimentation: ['movimentação', 'movimentações'],
  schedule: ['visita', 'visitas'],
  ticket: ['ticket', 'tickets'],
  contact_message: ['mensagem do site', 'mensagens do site'],
  lead: ['lead', 'leads'],
  post: ['notícia', 'notícias'],
  system_notification: ['notificação', 'notificações'],
};

const list = new Intl.ListFormat('pt-BR');

/** `59 imóveis, 46 contratos e 1 visita`; empty where there is nothing of any kind. */
export function countedWords({ kinds }: DemonstrationRemoval, count: 'goes' | 'later' | 'stays'): string {
  const named = kinds
    .filter((kind) => kind[count] > 0)
    .map((kind) => `${kind[count].toLocaleString('pt-BR')} ${NAMES[kind.kind][kind[count] === 1 ? 0 : 1]}`);
  return list.format(named);
}
