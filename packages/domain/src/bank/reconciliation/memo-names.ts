import { asciiText } from '../../base/ascii.ts';

// Texts of a statement name the other side of a movement, among words of the bank: `PIX RECEBIDO MARIA SOUZA 04/01`.

/** Words of banks, which name no person or company. */
const BANK_WORDS = new Set(
  `abono agencia ajuste antecipacao aplic aplicacao app aut automatica automatico autoatendimento aviso banco bancaria bancario
  bloqueado bloqueio boleto boletos caixa carteira cartao cdb central cheque chq cob cobranca codigo com compe compensacao compra conta
  contas corrente cpf cnpj cred credito creditos cta data debito deb dep deposito des dest destino devolucao diversos dinheiro disp
  disponivel doc documento efetuada efetuado eletron eletronica eletronico emitida emitido entre env enviada enviado envio especie
  estorno exp favorecido fatura fav fgts folha fornecedor fornecedores guia iof internet imediato interna interno inst instantaneo
  instituicao lanc lancamento liq liquidacao liquidado mesma mensal mobile mov movimentacao movimento net numerario online operacao ordem orig
  origem outra outras outro outros pag pagamento pagamentos pagto para parc parcela pgto pix por poupanca propria proprias proprio
  proprios qrcode qrs rec receb recebida recebido recebidos recebimento recebimentos ref referente rem remetente remessa rend rendimento
  renda resg resgate ret retirada saida salario saldo saque sem ser servico servicos sispag taxa tbi tarifa tar ted tef tev terceiros
  tit titulares titular titularidade titulo titulos total trans transf transfer transferencia transferida transferido transferencias tributo tributos
  uso valor valores venc via whatsapp
  itau unibanco bradesco santander brasil nubank inter sicoob sicredi safra banrisul pagseguro pagbank mercadopago mercado pago stone
  cora original neon next pan modal btg pactual citibank votorantim daycoval banestes banpara brb bnb nordeste amazonia unicred ailos
  cresol picpay asaas celcoin efi gerencianet
  janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro jan fev mar abr mai jun jul ago set out nov
  dez ltda eireli epp mei cia sociedade`
    .split(/\s+/)
    .filter(Boolean),
);
const PARTICLES = new Set(['das', 'dos', 'del']);
const SHORTEST = 3;

const wordsOf = (text: string) =>
  asciiText(text)
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length >= SHORTEST && !PARTICLES.has(word));

/** Words of a text that may be a person's name, without those of `own` names. */
export function namesIn(memo: string, own: readonly string[] = []): string[] {
  const ours = new Set(own.flatMap(wordsOf));
  return wordsOf(memo).filter((word) => !BANK_WORDS.has(word) && !ours.has(word));
}

/** Texts cut a word short: `MARIA SOU`. */
const isWord = (written: string, whole: string) => written === whole || whole.startsWith(written);

/**
 * Whether names of a text are those of a person or company: its first name and another one, or all that the text names.
 * `PIX MARIA APARECIDA SOUZA` is Maria Souza, `PIX MARIA OLIVEIRA` is another.
 */
export function isNamed(names: readonly string[], person: string): boolean {
  const [first, ...others] = wordsOf(person);
  if (first === undefined || !names.some((name) => isWord(name, first))) return false;
  const known = names.filter((name) => [first, ...others].some((word) => isWord(name, word)));
  return known.length === names.length || known.length > 1;
}

/** Whether a text has a CPF or CNPJ, with or without its mask. */
export function hasDocument(memo: string, document: string): boolean {
  const figures = document.replace(/[^\dA-Z]/gi, '');
  return figures.length >= 11 && memo.replace(/[.\-/]/g, '').includes(figures);
}
