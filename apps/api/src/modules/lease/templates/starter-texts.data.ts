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

const OTHER_CLAUSES = 'As outras cláusulas do contrato continuam como estão.';
const ITS_CONTRACT = `o contrato de locação ${chip('contrato.numero')}, de ${chip('contrato.inicio')}, do imóvel em ${chip('imovel.endereco')}`;
const PARTIES = [OWNERS, TENANT, GUARANTORS, body(`<strong>ADMINISTRADORA:</strong> ${AGENCY}.`)].join('');
/** A line to be filled in by hand, or in the text before it is generated. */
const LINE = '______________________________';

/** What changed is in the contract's terms already; the paper says them as they stand. */
const ADDENDUM = [
  '<h1 style="text-align:center">Aditivo ao contrato de locação</h1>',
  PARTIES,
  clause('1. Objeto', `Este aditivo altera ${ITS_CONTRACT}.`),
  clause(
    '2. Condições a partir desta data',
    `O aluguel mensal é de ${chip('contrato.aluguel')} (${chip('contrato.aluguel_extenso')}), pago até o dia ${chip('contrato.dia_pagamento')} de cada mês.{{#contrato.desconto}} O pagamento até o vencimento tem desconto de ${chip('contrato.desconto')} (${chip('contrato.desconto_extenso')}).{{/contrato.desconto}} O contrato termina em ${chip('contrato.termino')}.`,
    `A locação é garantida por: ${chip('contrato.garantia')}.`,
  ),
  acceptance(3),
  clause('4. Demais cláusulas', OTHER_CLAUSES),
  SIGNED,
].join('');

/** Guarantors sign too: without them their guarantee ends with the term (Súmula 214 of the STJ). */
const EXTENSION = [
  '<h1 style="text-align:center">Prorrogação do contrato de locação</h1>',
  PARTIES,
  clause('1. Objeto', `As partes prorrogam ${ITS_CONTRACT}.`),
  clause(
    '2. Novo prazo',
    `O prazo passa a ser de ${chip('contrato.prazo')} (${chip('contrato.prazo_extenso')}), de ${chip('contrato.inicio')} a ${chip('contrato.termino')}. O aluguel mensal é de ${chip('contrato.aluguel')} (${chip('contrato.aluguel_extenso')}), com o próximo reajuste em ${chip('contrato.proximo_reajuste')}.`,
  ),
  clause(
    '3. Garantia',
    `A garantia continua até a entrega das chaves: ${chip('contrato.garantia')}.{{#fiadores}} ${chip('fiador.nome')} concorda com a prorrogação e responde por ela como fiador.{{/fiadores}}`,
  ),
  acceptance(4),
  clause('5. Demais cláusulas', OTHER_CLAUSES),
  SIGNED,
].join('');

const TERMINATION = [
  '<h1 style="text-align:center">Distrato do contrato de locação</h1>',
  PARTIES,
  clause('1. Objeto', `As partes encerram de comum acordo ${ITS_CONTRACT} (Lei 8.245/91, art. 9º, I).`),
  clause(
    '2. Entrega das chaves',
    `O LOCATÁRIO entrega as chaves e o imóvel livre de pessoas e coisas em ${LINE}. Os aluguéis e encargos são devidos até esse dia.`,
  ),
  clause(
    '3. Acerto',
    'O acerto final, com aluguel proporcional, encargos, multa e a devolução da garantia, está na folha de encerramento da ADMINISTRADORA. Quitado o acerto, as partes nada mais têm a reclamar uma da outra por esta locação, salvo o que a lei não deixa renunciar.',
  ),
  acceptance(4),
  SIGNED,
].join('');

const KEYS = [
  '<h1 style="text-align:center">Recibo de chaves</h1>',
  body(
    `${chip('inquilino.nome')}, ${chip('inquilino.documento_tipo')} ${chip('inquilino.documento')}, recebe da administradora ${AGENCY} as chaves do imóvel em ${chip('imovel.endereco')}, objeto do contrato de locação ${chip('contrato.numero')}.`,
  ),
  body(`Chaves recebidas (quantas, e de quais portas): ${LINE}`),
  body(`Controles, tags e cartões: ${LINE}`),
  body(
    'Quem recebe declara que experimentou as chaves e que elas abrem e fecham, e se compromete a devolvê-las todas ao fim da locação. Cópias por conta própria também são entregues.',
  ),
  clause(SIGNATURE_CLAUSE.title, SIGNATURE_CLAUSE.text),
  `<p>${chip('imovel.cidade')}, ${chip('hoje.longa')}.</p>`,
  signature('Locatário', chip('inquilino.nome')),
  signature('Administradora', chip('imobiliaria.nome')),
].join('');

const ROOMS = ['Sala', 'Quartos', 'Banheiros', 'Cozinha', 'Área de serviço', 'Área externa e garagem'];

const INSPECTION = [
  '<h1 style="text-align:center">Termo de vistoria</h1>',
  body(
    `Imóvel: ${chip('imovel.tipo')} em ${chip('imovel.endereco')}. Contrato de locação ${chip('contrato.numero')}. Locatário: ${chip('inquilino.nome')}. Administradora: ${AGENCY}.`,
  ),
  body(
    `{{#imovel.energia}}Medidor de energia, instalação ${chip('imovel.energia')}: ${LINE} {{/imovel.energia}}{{#imovel.agua}}Hidrômetro, matrícula ${chip('imovel.agua')}: ${LINE}{{/imovel.agua}}`,
  ),
  clause(
    'Estado de cada ambiente',
    'Pisos, paredes, teto, portas, janelas, instalações e o que fica no imóvel, em cada ambiente:',
  ),
  ...ROOMS.map((room) => body(`${room}: ${LINE}`)),
  body(
    'O LOCATÁRIO tem dez dias para apontar por escrito o que encontrou diferente. O que não apontar fica como descrito aqui, e é com este termo que o imóvel é comparado na devolução.',
  ),
  clause(SIGNATURE_CLAUSE.title, SIGNATURE_CLAUSE.text),
  `<p>${chip('imovel.cidade')}, ${chip('hoje.longa')}.</p>`,
  signature('Locatário', chip('inquilino.nome')),
  signature('Vistoriador, pela administradora', LINE),
].join('');

/** Of a property: there is no contract yet, so that it says nothing of one. */
const MANDATE = [
  '<h1 style="text-align:center">Contrato de administração</h1>',
  body(
    `{{#proprietarios}}<strong>PROPRIETÁRIO:</strong> ${chip('proprietario.nome')}, ${chip('proprietario.documento_tipo')} ${chip('proprietario.documento')}{{#proprietario.endereco}}, com endereço em ${chip('proprietario.endereco')}{{/proprietario.endereco}}{{#proprietario.conjuge}}, e seu cônjuge ${chip('proprietario.conjuge.nome')}, CPF ${chip('proprietario.conjuge.cpf')}{{/proprietario.conjuge}}. {{/proprietarios}}`,
  ),
  body(`<strong>ADMINISTRADORA:</strong> ${AGENCY}.`),
  clause(
    '1. Mandato',
    `O PROPRIETÁRIO encarrega a ADMINISTRADORA de administrar o imóvel em ${chip('imovel.endereco')} (${chip('imovel.tipo')}), com poderes para anunciar, escolher o inquilino, assinar e renovar a locação, receber aluguéis e encargos, dar quitação, pagar as taxas combinadas e cobrar atrasos, também em juízo por advogado (Código Civil, art. 653 e seguintes).`,
  ),
  clause(
    '2. Remuneração',
    `A taxa de administração, descontada de cada repasse, é de: ${LINE}. A taxa da primeira locação é de: ${LINE}.`,
  ),
  clause(
    '3. Repasse e contas',
    'O valor devido ao PROPRIETÁRIO é creditado na conta que ele indicar, com extrato que mostra receitas e descontos. Quando há mais de um proprietário, cada um recebe a sua parte.',
  ),
  clause(
    '4. Prazo e rescisão',
    'Vale por doze meses e se renova por períodos iguais. Qualquer das partes pode rescindi-lo com aviso de 30 dias; a locação em curso segue, e o PROPRIETÁRIO passa a recebê-la.',
  ),
  clause(
    '5. Dados pessoais',
    'A ADMINISTRADORA trata os dados pessoais do PROPRIETÁRIO só para cumprir este contrato e a lei (Lei 13.709/2018).',
  ),
  acceptance(6),
  `<p>${chip('imobiliaria.cidade')}, ${chip('hoje.longa')}.</p>`,
  signature('Proprietário', chip('proprietario.nome'), 'proprietarios'),
  signature('Administradora', chip('imobiliaria.nome')),
].join('');

export const STARTER_TEMPLATES: readonly { name: string; body: string }[] = [
  { name: 'Locação residencial', body: RESIDENTIAL },
  { name: 'Locação não residencial', body: COMMERCIAL },
  { name: 'Administração de imóvel', body: MANAGEMENT },
  { name: 'Aditivo de IBS e CBS', body: LEASE_TAX_ADDENDUM },
  { name: 'Aditivo', body: ADDENDUM },
  { name: 'Prorrogação', body: EXTENSION },
  { name: 'Distrato', body: TERMINATION },
  { name: 'Recibo de chaves', body: KEYS },
  { name: 'Termo de vistoria', body: INSPECTION },
  { name: 'Contrato de administração', body: MANDATE },
];
