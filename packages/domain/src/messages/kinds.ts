/** Channels that send automatically. Copying the text is not one: staff then send it themselves. */
export const CHANNELS = ['WHATSAPP', 'EMAIL', 'SMS'] as const;
export type Channel = (typeof CHANNELS)[number];

export const CHANNEL_NAMES: Readonly<Record<Channel, string>> = { WHATSAPP: 'WhatsApp', EMAIL: 'E-mail', SMS: 'SMS' };

type KindFacts = {
  label: string;
  /** Days after the scheduled one on which it is still sent. */
  keeps: number;
};

/** What messages are about. */
const KINDS = {
  INVOICE_ISSUED: { label: 'Fatura disponível', keeps: 5 },
  DUE_SOON: { label: 'Fatura perto do vencimento', keeps: 2 },
  PAID: { label: 'Pagamento recebido', keeps: 3 },
  TRANSFERRED: { label: 'Repasse efetuado', keeps: 3 },
  TICKET_ANSWERED: { label: 'Resposta a um atendimento', keeps: 3 },
  MAINTENANCE_QUOTED: { label: 'Orçamento de manutenção a aprovar', keeps: 5 },
  VISIT_CONFIRMED: { label: 'Visita confirmada', keeps: 1 },
  READJUSTED: { label: 'Aluguel reajustado', keeps: 10 },
  CONTRACT_ENDING: { label: 'Contrato perto do término', keeps: 15 },
  CONTRACT_ENDING_OWNER: { label: 'Contrato perto do término, ao proprietário', keeps: 15 },
  CONTRACT_ENDING_GUARANTOR: { label: 'Contrato perto do término, ao fiador', keeps: 15 },
  NOTE_ISSUED: { label: 'Nota fiscal emitida', keeps: 5 },
  COLLECTION: { label: 'Cobrança', keeps: 3 },
  AGREEMENT: { label: 'Acordo', keeps: 5 },
  NOTICE: { label: 'Aviso formal', keeps: 10 },
} as const satisfies Record<string, KindFacts>;

export type MessageKind = keyof typeof KINDS;

export const MESSAGE_KINDS = Object.keys(KINDS) as readonly MessageKind[];

export const kindLabel = (kind: MessageKind): string => KINDS[kind].label;

/** Days after the scheduled one on which a message of the kind is still sent. */
export const daysKept = (kind: MessageKind): number => KINDS[kind].keeps;

/** News that the agency switches on; the other kinds are sent by the collection. */
export const NEWS_KINDS = [
  'INVOICE_ISSUED',
  'DUE_SOON',
  'PAID',
  'TRANSFERRED',
  'TICKET_ANSWERED',
  'VISIT_CONFIRMED',
  'READJUSTED',
  'CONTRACT_ENDING',
  'CONTRACT_ENDING_OWNER',
  'CONTRACT_ENDING_GUARANTOR',
  'MAINTENANCE_QUOTED',
  'NOTE_ISSUED',
] as const satisfies readonly MessageKind[];
export type NewsKind = (typeof NEWS_KINDS)[number];

/** Kinds that announce a day to come, some days before it. */
export const ANNOUNCED_KINDS = [
  'DUE_SOON',
  'CONTRACT_ENDING',
  'CONTRACT_ENDING_OWNER',
  'CONTRACT_ENDING_GUARANTOR',
] as const satisfies readonly NewsKind[];
export type AnnouncedKind = (typeof ANNOUNCED_KINDS)[number];

export const isAnnounced = (kind: MessageKind): kind is AnnouncedKind =>
  (ANNOUNCED_KINDS as readonly MessageKind[]).includes(kind);
