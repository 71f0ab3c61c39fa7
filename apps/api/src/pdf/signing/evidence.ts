import type { CalendarDate } from '@morada/domain/base/calendar';
import { momentWords } from '../../base/local-moment.ts';
import type { Letterhead } from '../letterhead.ts';
import { type Block, paperPdf } from '../paper.ts';

/** What is known of how a document was signed, in words where a person reads it. */
export type Evidence = {
  title: string;
  /** `Contrato de locação` */
  kind: string;
  /** Of the paper as it was sent to its signers. */
  sha256: string;
  /** `url`: absent where the agency's address on the internet is unknown. */
  check: { url?: string | undefined; code: string };
  level: 'SIMPLE' | 'ADVANCED';
  agency: Letterhead;
  signers: readonly SignerEvidence[];
  events: readonly { at: Date; words: string }[];
  /** When the last signature was given. */
  at: Date;
  /** The signed document that this one corrects. */
  corrects?: { title: string; code: string } | undefined;
};

export type SignerEvidence = {
  name: string;
  /** `Locatária` */
  role: string;
  /** Masked; null: whoever signs without one. */
  cpf: string | null;
  channel: 'EMAIL' | 'SMS' | 'WHATSAPP';
  /** Masked: `ma***@exemplo.com`, `(32) *****-1234`. */
  target: string;
  signed_at: Date;
  address: string | null;
  device: string | null;
  consent: { version: number; text: string };
  /** SHA-256 of what the signer's browser showed, where it differs from the paper's. */
  hash?: string | undefined;
};

const CHANNELS = { EMAIL: 'e-mail', SMS: 'SMS', WHATSAPP: 'WhatsApp' } as const;

const LEVELS = {
  SIMPLE: {
    name: 'Assinatura eletrônica simples (Lei 14.063/2020, art. 4º, I)',
    words:
      'Identifica quem assinou pelo link pessoal, pelo CPF e por um código de uso único. O documento não traz a cláusula em que as partes aceitam este meio de assinatura, e por isso ela é simples.',
  },
  ADVANCED: {
    name: 'Assinatura eletrônica avançada (Lei 14.063/2020, art. 4º, II)',
    words:
      'Identifica quem assinou pelo link pessoal, pelo CPF e por um código de uso único enviado ao contato de cada pessoa, meio que as partes aceitaram neste documento (MP 2.200-2/2001, art. 10, § 2º). Qualquer mudança posterior é percebida.',
  },
} as const;

/** Evidence says the second. */
const secondOf = (moment: Date) => momentWords(moment, { seconds: true });

/** The line at the foot of each page. */
export const footWords = ({ check: { code, url } }: Evidence) =>
  ['Assinado eletronicamente', `código ${code}`, url && `confira em ${url.replace(/^https?:\/\//, '')}`]
    .filter(Boolean)
    .join(' · ');

/** The page of evidence, as many sheets as it takes. */
export function evidencePdf(evidence: Evidence, day: CalendarDate): NodeJS.ReadableStream {
  const { agency, title } = evidence;
  return paperPdf({
    agency,
    title: 'Evidências da assinatura',
    subtitle: title,
    day,
    blocks: [
      ...summary(evidence),
      { heading: evidence.signers.length === 1 ? 'Quem assinou' : `Quem assinou (${evidence.signers.length})` },
      ...evidence.signers.flatMap(signerBlocks),
      { heading: 'O que aconteceu' },
      {
        columns: [
          { title: 'Quando (horário de Brasília)', width: 135 },
          { title: 'O quê', width: 340 },
        ],
        rows: evidence.events.map(({ at, words }) => [secondOf(at), words]),
      },
      ...checking(evidence),
    ],
  });
}

function summary({ kind, sha256, level, at, corrects }: Evidence): Block[] {
  const facts: (readonly [string, string])[] = [
    ['Documento', kind],
    ['Concluído em', `${secondOf(at)} (horário de Brasília)`],
    ['Nível', LEVELS[level].name],
  ];
  if (corrects) facts.push(['Corrige', `${corrects.title}, código ${corrects.code}`]);
  return [
    { facts },
    { text: LEVELS[level].words, look: 'small' },
    { text: 'SHA-256 do documento enviado para assinatura', look: 'small' },
    { text: sha256, look: 'small' },
  ];
}

function signerBlocks({
  name,
  role,
  cpf,
  channel,
  target,
  signed_at,
  address,
  device,
  consent,
  hash,
}: SignerEvidence): Block[] {
  const facts: (readonly [string, string])[] = [['Assinou como', role]];
  if (cpf) facts.push(['CPF', cpf]);
  facts.push(
    ['Assinado em', `${secondOf(signed_at)} (horário de Brasília)`],
    ['Código por', `${CHANNELS[channel]}, ${target}`],
  );
  if (address) facts.push(['Endereço IP', address]);
  if (device) facts.push(['Aparelho', device]);
  return [
    { text: name, look: 'strong' },
    { facts },
    { text: `Declaração aceita (versão ${consent.version}): ${consent.text}`, look: 'small' },
    ...(hash ? [{ text: `SHA-256 do que viu: ${hash}`, look: 'small' as const }] : []),
  ];
}

function checking({ check: { code, url } }: Evidence): Block[] {
  const how = `Código ${code}. A página mostra quem assinou e compara o arquivo, que não sai do computador de quem confere. Uma cópia impressa vale como referência: o original é o arquivo.`;
  return [
    { heading: 'Como conferir' },
    url
      ? { link: { url, words: `Abra ${url} ou leia o código ao lado. ${how}`, alt: `QR code da conferência, ${url}` } }
      : { text: `Abra a página de conferência no site da imobiliária. ${how}` },
  ];
}
