import { documentKind, formatDocument } from '../base/documents.ts';
import { formatPhone } from '../base/phone.ts';

type Controller = {
  name: string;
  cnpj: string | null;
  email: string | null;
  phone: string | null;
  /** In one line; empty when it isn't registered. */
  address: string;
};

/**
 * Privacy notice of an agency by the LGPD (Lei 13.709/2018, art. 9 and 18), as a text to begin with. Paragraphs are
 * separated by blank lines; a line that begins with `# ` is a heading.
 */
export function privacyText({ name, cnpj, email, phone, address }: Controller): string {
  const registered = cnpj ? `, ${documentKind(cnpj)} ${formatDocument(cnpj)}` : '';
  const contact = [email, phone && formatPhone(phone)].filter(Boolean).join(' ou ');
  return [
    '# Quem cuida dos seus dados',
    `${name}${registered}${address ? `, ${address}` : ''}, é a controladora dos dados pessoais tratados neste site, na área do cliente e nos seus contratos, nos termos da Lei Geral de Proteção de Dados (Lei 13.709/2018).`,
    '# Quais dados, e para quê',
    'De quem escreve ou pede uma visita: nome, telefone, e-mail e a mensagem, para responder ao pedido, com o seu consentimento. Quem abre o WhatsApp por este site só deixa nome e telefone se quiser; sem eles, contamos apenas que foi aberto.',
    'De inquilinos, proprietários e fiadores: dados de cadastro, contato, documentos e pagamentos, para preparar e cumprir o contrato, cobrar, repassar valores e atender a obrigações legais e fiscais.',
    'De quem visita o site: contamos visitas por dia sem guardar quem visitou. Não usamos cookies de publicidade.',
    '# Com quem são compartilhados',
    'Com as partes do contrato, bancos, seguradoras e órgãos públicos, na medida em que o contrato ou a lei pedem. Não vendemos dados pessoais.',
    '# Por quanto tempo',
    'Enquanto durar o contrato ou o atendimento, e depois disso pelos prazos que a lei manda guardar documentos e registros fiscais. Passados os prazos, os dados são apagados ou anonimizados.',
    '# Seus direitos',
    'Você pode pedir a confirmação do tratamento, o acesso, a correção, a portabilidade, a anonimização ou a eliminação dos seus dados, saber com quem foram compartilhados e retirar um consentimento (art. 18 da LGPD).',
    contact
      ? `Para isso, ou para falar com quem cuida da proteção de dados: ${contact}.`
      : 'Para isso, fale com a imobiliária pelos contatos deste site.',
  ].join('\n\n');
}

export type PrivacyPart = { heading: string } | { lines: string[] };

/** Headings and paragraphs of a privacy notice. */
export function privacyParts(text: string): PrivacyPart[] {
  const parts: PrivacyPart[] = [];
  /** Lines of the paragraph that goes on; undefined after a heading or an empty line. */
  let paragraph: string[] | undefined;
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const words = line.trim();
    if (words !== '' && !line.startsWith('# ')) {
      if (!paragraph) {
        paragraph = [];
        parts.push({ lines: paragraph });
      }
      paragraph.push(words);
      continue;
    }
    paragraph = undefined;
    if (words.startsWith('# ')) parts.push({ heading: words.slice(2).trim() });
  }
  return parts;
}
