import type { StepAction, StepRecipients } from './ruler.ts';

const PAY = 'Para ver e pagar:\n{{link}}\n\n{{pix}}';
const CLOSING = 'Se o pagamento já foi feito, desconsidere esta mensagem. Se precisar de ajuda, responda por aqui.';
const text = (...paragraphs: string[]) => ['Olá, {{nome}}.', ...paragraphs, '{{imobiliaria}}'].join('\n\n');

export type ProposedStep = {
  days: number;
  action: StepAction;
  recipients: StepRecipients;
  subject: string;
  body: string;
};

/**
 * Steps that a new ruler begins with. The texts inform and offer help; they don't threaten, and mention the debt only
 * to those who owe it (Lei 8.078/1990, art. 42).
 */
export const DEFAULT_STEPS: readonly ProposedStep[] = [
  {
    days: -5,
    action: 'MESSAGE',
    recipients: 'TENANT',
    subject: 'Aluguel de {{mes}}: vencimento em {{vencimento}}',
    body: text('O aluguel de {{mes}} do imóvel {{imovel}} {{situacao}}.', '{{valores}}', PAY),
  },
  {
    days: 0,
    action: 'MESSAGE',
    recipients: 'TENANT',
    subject: 'Aluguel de {{mes}} vence em {{vencimento}}',
    body: text('Um lembrete: o aluguel de {{mes}} do imóvel {{imovel}} {{situacao}}.', '{{valores}}', PAY, CLOSING),
  },
  {
    days: 1,
    action: 'MESSAGE',
    recipients: 'TENANT',
    subject: 'Aluguel de {{mes}} em aberto',
    body: text(
      'Ainda não identificamos o pagamento do aluguel de {{mes}} do imóvel {{imovel}}, que {{situacao}}.',
      '{{valores}}',
      PAY,
      CLOSING,
    ),
  },
  {
    days: 7,
    action: 'MESSAGE',
    recipients: 'TENANT',
    subject: 'Aluguel de {{mes}} em aberto',
    body: text(
      'O aluguel de {{mes}} do imóvel {{imovel}} {{situacao}}, e o pagamento ainda não foi identificado.',
      '{{valores}}',
      PAY,
      'Se ficou difícil pagar de uma vez, fale conosco: podemos combinar uma forma de acertar. Se o pagamento já foi feito, desconsidere esta mensagem.',
    ),
  },
  {
    days: 10,
    action: 'CALL',
    recipients: 'TENANT',
    subject: 'Ligar para {{nome}}',
    body: 'Aluguel de {{mes}} do imóvel {{imovel}}, que {{situacao}}.\n\n{{valores}}\n\nPerguntar se houve algum problema com o pagamento e oferecer um acordo.',
  },
  {
    days: 15,
    action: 'MESSAGE',
    recipients: 'GUARANTOR',
    subject: 'Aluguel de {{mes}} em aberto',
    body: text(
      'Escrevemos porque o contrato de locação do imóvel {{imovel}} tem a sua garantia. O aluguel de {{mes}} {{situacao}}, e o pagamento ainda não foi identificado.',
      '{{valores}}',
      PAY,
      'Se o pagamento já foi feito, desconsidere esta mensagem. Se quiser conversar, responda por aqui.',
    ),
  },
  {
    days: 30,
    action: 'MESSAGE',
    recipients: 'BOTH',
    subject: 'Aluguel de {{mes}} em aberto',
    body: text(
      'O aluguel de {{mes}} do imóvel {{imovel}} {{situacao}}, e continua em aberto.',
      '{{valores}}',
      PAY,
      'Gostaríamos de resolver isto com você. Responda por aqui para combinar o pagamento ou um acordo. Se já pagou, desconsidere esta mensagem.',
    ),
  },
];
