import { SIGNATURE_CLAUSE } from '@morada/domain/template/signature-clause';

/**
 * Contract templates of a new agency. They follow Lei 8.245/91 and Lei 10.406/02 (art. 653 and 722) in their usual
 * clauses. Each can be edited and deleted, since the agency's lawyer decides.
 */

const chip = (name: string) => `<span data-variable="${name}">${name}</span>`;
const centred = (text: string) => `<p style="text-align:center">${text}</p>`;
const body = (text: string) => `<p style="text-align:justify">${text}</p>`;
const clause = (title: string, ...texts: string[]) => [`<h2>${title}</h2>`, ...texts.map(body)].join('');

const acceptance = (number: number) => clause(`${number}. ${SIGNATURE_CLAUSE.title}`, SIGNATURE_CLAUSE.text);

const OWNERS = body(
  `{{#proprietarios}}<strong>LOCADOR:</strong> ${chip('proprietario.nome')}, ${chip('proprietario.documento_tipo')} ${chip('proprietario.documento')}{{#proprietario.endereco}}, com endereço em ${chip('proprietario.endereco')}{{/proprietario.endereco}}. {{/proprietarios}}`,
);
const AGENCY = `${chip('imobiliaria.nome')}, CNPJ ${chip('imobiliaria.cnpj')}{{#imobiliaria.creci}}, CRECI ${chip('imobiliaria.creci')}{{/imobiliaria.creci}}`;
const TENANT = body(
  `<strong>LOCATÁRIO:</strong> ${chip('inquilino.nome')}, ${chip('inquilino.documento_tipo')} ${chip('inquilino.documento')}{{#inquilino.profissao}}, ${chip('inquilino.profissao')}{{/inquilino.profissao}}{{#conjuge}}, e seu cônjuge ${chip('conjuge.nome')}, CPF ${chip('conjuge.cpf')}{{/conjuge}}.`,
);
const GUARANTORS = body(
  `{{#fiadores}}<strong>FIADOR:</strong> ${chip('fiador.nome')}, ${chip('fiador.documento_tipo')} ${chip('fiador.documento')}{{#fiador.conjuge}}, e seu cônjuge ${chip('fiador.conjuge.nome')}, CPF ${chip('fiador.conjuge.cpf')}{{/fiador.conjuge}}. {{/fiadores}}`,
);
/** A block stays within one paragraph, as the editor stores it. */
const signature = (role: string, name: string, block = '') =>
  centred(
    `${block && `{{#${block}}}`}______________________________<br />${name}<br />${role}${block && `<br /><br />{{/${block}}}`}`,
  );
const SIGNED = [
  `<p>${chip('imovel.cidade')}, ${chip('hoje.longa')}.</p>`,
  signature('Locador', chip('proprietario.nome'), 'proprietarios'),
  signature('Locatário', chip('inquilino.nome')),
  signature('Fiador', chip('fiador.nome'), 'fiadores'),
].join('');

const TERM = body(
  `O prazo é de ${chip('contrato.prazo')} (${chip('contrato.prazo_extenso')}), de ${chip('contrato.inicio')} a ${chip('contrato.termino')}. Se o LOCATÁRIO permanecer no imóvel por mais de 30 dias depois do término sem oposição do LOCADOR, a locação segue por prazo indeterminado, com as mesmas condições.`,
);
const RENT = [
  body(
    `O aluguel mensal é de ${chip('contrato.aluguel')} (${chip('contrato.aluguel_extenso')}), pago até o dia ${chip('contrato.dia_pagamento')} de cada mês, junto com condomínio, IPTU e as demais taxas que cabem ao LOCATÁRIO.{{#contrato.desconto}} O pagamento até o vencimento tem desconto de ${chip('contrato.desconto')} (${chip('contrato.desconto_extenso')}).{{/contrato.desconto}}`,
  ),
  body(
    `O aluguel é reajustado a cada doze meses pelo ${chip('contrato.indice')}, o primeiro reajuste em ${chip('contrato.proximo_reajuste')}. O atraso sujeita o valor a multa de 10% e a juros de 1% ao mês.`,
  ),
].join('');
const GUARANTEE = body(
  `A locação é garantida por: ${chip('contrato.garantia')}.{{#contrato.caucao}} A caução é de ${chip('contrato.caucao')} (${chip('contrato.caucao_extenso')}), devolvida ao fim da locação, corrigida, depois de quitadas as obrigações do LOCATÁRIO.{{/contrato.caucao}}`,
);
const PENALTY = body(
  `{{#contrato.multa}}A rescisão antecipada pelo LOCATÁRIO sujeita-o à multa de ${chip('contrato.multa')} (${chip('contrato.multa_extenso')}), proporcional ao tempo que falta do prazo (Lei 8.245/91, art. 4º).{{/contrato.multa}}{{^contrato.multa}}A rescisão antecipada pelo LOCATÁRIO é livre de multa, com aviso de 30 dias.{{/contrato.multa}}`,
);

const lease = (title: string, use: string, care: string) =>
  [
    `<h1 style="text-align:center">${title}</h1>`,
    OWNERS,
    TENANT,
    GUARANTORS,
    body(`<strong>ADMINISTRADORA:</strong> ${AGENCY}.`),
    clause('1. Imóvel', `${chip('imovel.tipo')} em ${chip('imovel.endereco')}. ${use}`),
    `<h2>2. Prazo</h2>${TERM}`,
    `<h2>3. Aluguel e encargos</h2>${RENT}`,
    `<h2>4. Garantia</h2>${GUARANTEE}`,
    clause('5. Conservação e devolução', care),
    `<h2>6. Rescisão</h2>${PENALTY}`,
    acceptance(7),
    clause('8. Foro', `Fica eleito o foro da comarca de ${chip('imovel.cidade')}.`),
    SIGNED,
  ].join('');

const RESIDENTIAL = lease(
  'Contrato de locação residencial',
  'O imóvel destina-se à moradia do LOCATÁRIO e de sua família; não pode ser sublocado, cedido nem emprestado sem consentimento por escrito.',
  'O LOCATÁRIO recebe o imóvel como descrito no laudo de vistoria e o devolve no mesmo estado, salvo o desgaste do uso normal. Benfeitorias dependem de consentimento por escrito.',
);

const COMMERCIAL = lease(
  'Contrato de locação não residencial',
  'O imóvel destina-se à atividade do LOCATÁRIO, a quem cabem alvará, licenças e o seguro contra incêndio.',
  'O LOCATÁRIO recebe o imóvel como descrito no laudo de vistoria e o devolve no mesmo estado, salvo o desgaste do uso normal. Adaptações à atividade dependem de consentimento por escrito e são desfeitas ao fim, se o LOCADOR o pedir.',
);

const MANAGEMENT = [
  '<h1 style="text-align:center">Contrato de administração de imóvel</h1>',
  body(
    `{{#proprietarios}}<strong>PROPRIETÁRIO:</strong> ${chip('proprietario.nome')}, ${chip('proprietario.documento_tipo')} ${chip('proprietario.documento')}. {{/proprietarios}}`,
  ),
  body(`<strong>ADMINISTRADORA:</strong> ${AGENCY}.`),
  clause(
    '1. Objeto',
    `A ADMINISTRADORA administra a locação do imóvel em ${chip('imovel.endereco')}: recebe o aluguel, paga as taxas combinadas, cobra os atrasos e acompanha a conservação.`,
  ),
  clause(
    '2. Remuneração',
    `A taxa de administração é de ${chip('contrato.taxa_administracao')} sobre o que for recebido, descontada de cada repasse.`,
  ),
  clause(
    '3. Repasse',
    `O valor devido ao PROPRIETÁRIO é creditado a ${chip('contrato.titular')}{{#contrato.banco}}, ${chip('contrato.banco')}, agência ${chip('contrato.agencia')}, conta ${chip('contrato.conta')}{{/contrato.banco}}{{#contrato.pix}}, chave Pix ${chip('contrato.pix')}{{/contrato.pix}}, com extrato que mostra receitas e descontos.`,
  ),
  clause(
    '4. Prazo e rescisão',
    'Vale enquanto durar a locação e pode ser rescindido por qualquer das partes com aviso de 30 dias.',
  ),
  acceptance(5),
  `<p>${chip('imobiliaria.cidade')}, ${chip('hoje.longa')}.</p>`,
  signature('Proprietário', chip('proprietario.nome'), 'proprietarios'),
  signature('Administradora', chip('imobiliaria.nome')),
].join('');

/** An addendum is a template as any other: what it says of the tax follows the contract on the day it is made. */
const LEASE_TAX_ADDENDUM = [
  '<h1 style="text-align:center">Aditivo ao contrato de locação</h1>',
  OWNERS,
  TENANT,
  GUARANTORS,
  body(`<strong>ADMINISTRADORA:</strong> ${AGENCY}.`),
  clause(
    '1. Objeto',
    `Este aditivo altera o contrato de locação ${chip('contrato.numero')}, de ${chip('contrato.inicio')}, do imóvel em ${chip('imovel.endereco')}.`,
  ),
  clause(
    '2. IBS e CBS',
    `{{#contrato.imposto_por_fora}}O IBS e a CBS (Lei Complementar 214/2025) que o LOCADOR deve por esta locação são pagos pelo LOCATÁRIO além do aluguel de ${chip('contrato.aluguel')}, em linha própria de cada cobrança, pelas alíquotas em vigor no vencimento.{{/contrato.imposto_por_fora}}{{#contrato.imposto_incluido}}O aluguel de ${chip('contrato.aluguel')} já inclui o IBS e a CBS (Lei Complementar 214/2025) que o LOCADOR deve por esta locação: o que o LOCATÁRIO paga não muda com as alíquotas.{{/contrato.imposto_incluido}}`,
  ),
  acceptance(3),
  clause('4. Demais cláusulas', 'As outras cláusulas do contrato continuam como estão.'),
  SIGNED,
].join('');

export const STARTER_TEMPLATES: readonly { name: string; body: string }[] = [
  { name: 'Locação residencial', body: RESIDENTIAL },
  { name: 'Locação não residencial', body: COMMERCIAL },
  { name: 'Administração de imóvel', body: MANAGEMENT },
  { name: 'Aditivo de IBS e CBS', body: LEASE_TAX_ADDENDUM },
];
