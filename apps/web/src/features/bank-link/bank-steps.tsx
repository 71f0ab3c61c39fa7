import { TitledPart } from '#web/ui/display/titled-part.tsx';
import classes from './before-linking.module.css';

/** What the agency asks its bank for. */
export type Purpose = 'pix' | 'boletos' | 'payouts' | 'statements';

// Names of the bank's own only where its users publish them; elsewhere what the permission is for.
const INTER: Record<Purpose, string> = {
  pix: 'criar cobranças Pix com vencimento, ver os Pix recebidos e cadastrar webhooks',
  boletos: "emitir, consultar e cancelar boletos, em 'API Cobrança Boleto com Pix'",
  payouts: 'pagar por Pix e consultar pagamentos, e nada mais',
  statements: 'consultar o extrato, e nada mais',
};

const SICOOB: Record<Purpose, string> = {
  pix: 'a API de receber por Pix',
  boletos: "a API 'Cobrança Bancária'",
  payouts: 'a API de pagar por Pix',
  statements: 'a API de conta corrente, que dá o extrato',
};

/** What one does at the bank, in order; by the number of the bank. */
const STEPS: Record<string, (purpose: Purpose) => string[]> = {
  '077': (purpose) => [
    'Entre no Internet Banking do Inter Empresas como titular da conta.',
    "No menu do alto, 'Soluções para sua empresa', clique em 'Nova integração'.",
    `Dê um nome, escolha a conta e marque o que deixa ${INTER[purpose]}. Aceite os termos e clique em 'Criar integração'.`,
    "Em 'Gestão de integrações', abra a que criou e baixe a chave e o certificado: dois arquivos, .key e .crt.",
    'Copie o ClientId e o ClientSecret que aparecem ali, e cole-os abaixo, com os dois arquivos.',
    'O certificado vale 12 meses. A Morada avisa 30 dias antes; baixe outro no mesmo lugar.',
  ],
  '756': (purpose) => [
    'Tenha o certificado digital A1 do CNPJ da imobiliária, em .pem. Quem o vendeu, ou o contador, converte de .pfx.',
    'Abra developers.sicoob.com.br e crie uma aplicação. Entre com o acesso do SicoobNet e aceite os termos.',
    `Dê nome e descrição, escolha ${SICOOB[purpose]} e o número da conta.`,
    "Em 'A integração será por uma empresa parceira?', marque 'Não'.",
    'Envie o certificado em .pem, confira e conclua.',
    'Copie o Client ID e cole-o abaixo, com o mesmo certificado e a chave dele.',
  ],
  '001': (purpose) => [
    'Abra o Portal Developers BB e cadastre-se com o CPF e os dados da conta da imobiliária.',
    "No painel, clique em 'Criar nova aplicação' e dê nome e descrição.",
    `Escolha a API de ${purpose === 'statements' ? 'Extratos' : 'Cobranças'}.`,
    'Copie o client id, o client secret e a chave da aplicação («gw-dev-app-key»), e cole-os abaixo.',
    ...(purpose === 'statements'
      ? [
          'O extrato é lido com um certificado: pergunte ao gerente qual o banco aceita e onde cadastrá-lo. Escolha abaixo o mesmo, com a chave dele.',
        ]
      : []),
  ],
};

/** What any bank has to be asked for, where the way to it is not known. */
const ANYWHERE = [
  'Peça ao gerente, ou no site do banco para desenvolvedores, o acesso à API Pix do Banco Central para a conta da imobiliária.',
  'Com permissão para cobranças com vencimento (cobv), Pix recebidos (pix) e avisos (webhook).',
  'O banco entrega o client id e o client secret, o certificado e a chave dele, em PEM e sem senha.',
  'Peça também os endereços da API e do token, de produção.',
];

type BankStepsProps = { bank: string | undefined; name?: string; purpose: Purpose };

/** Where to click at the bank, and what to bring from there. */
export function BankSteps({ bank, name, purpose }: BankStepsProps) {
  const steps = (bank && STEPS[bank]?.(purpose)) || ANYWHERE;
  return (
    <TitledPart
      title="Passo a passo no banco"
      below={name ? `No ${name}. As telas do banco podem mudar de nome.` : 'O que pedir, e a quem.'}
      terms={purpose === 'pix' ? ['bankScopes', 'bankNotice'] : undefined}
    >
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </TitledPart>
  );
}
