import { SIGNATURE_CLAUSE } from '@morada/domain/template/signature-clause';

/** `Ana Prado, casado(a), arquiteta, inscrito(a) no CPF …`; a company has neither marital status nor profession. */
const person = (who: string) =>
  `<strong>{{${who}.nome}}</strong>{{#${who}.estado_civil}}, {{${who}.estado_civil}}, {{${who}.profissao}}{{/${who}.estado_civil}}, inscrito(a) no {{${who}.documento_tipo}} sob o nº {{${who}.documento}}, com endereço em {{${who}.endereco}}`;

const spouse = (who: string) =>
  `{{#${who}}}, e seu cônjuge <strong>{{${who}.nome}}</strong>, inscrito(a) no CPF sob o nº {{${who}.cpf}}{{/${who}}}`;

const signature = (
  who: string,
  role: string,
) => `<p style="text-align:center">______________________________________<br>
{{${who}.nome}}<br>
${role}</p>`;

const BODY = `
<h1 style="text-align:center">Contrato de locação residencial</h1>
<p><strong>LOCADOR(ES):</strong></p>
<p>{{#proprietarios}}</p>
<p>${person('proprietario')}${spouse('proprietario.conjuge')}.</p>
<p>{{/proprietarios}}</p>
<p><strong>LOCATÁRIO(A):</strong> ${person('inquilino')}${spouse('conjuge')}.</p>
<p>{{#fiadores}}</p>
<p><strong>FIADOR(A):</strong> ${person('fiador')}${spouse('fiador.conjuge')}.</p>
<p>{{/fiadores}}</p>
<p><strong>ADMINISTRADORA:</strong> {{imobiliaria.nome}}, inscrita no CNPJ sob o nº {{imobiliaria.cnpj}}, CRECI {{imobiliaria.creci}}, com sede em {{imobiliaria.endereco}}, que representa o locador na administração desta locação.</p>
<p>As partes ajustam a locação do imóvel abaixo, regida pela Lei nº 8.245/1991, pelo Código Civil e pelas cláusulas seguintes.</p>
<h2>Cláusula 1ª. Do imóvel</h2>
<p>O locador dá em locação o imóvel situado em {{imovel.endereco}} ({{imovel.tipo}}), que o locatário recebe no estado descrito no laudo de vistoria, parte integrante deste contrato.</p>
<h2>Cláusula 2ª. Da finalidade</h2>
<p>O imóvel destina-se exclusivamente à moradia do locatário e de sua família. Ceder, emprestar ou sublocar, no todo ou em parte, depende de consentimento prévio e por escrito do locador (Lei nº 8.245/1991, art. 13).</p>
<h2>Cláusula 3ª. Do prazo</h2>
<p>A locação dura {{contrato.prazo}} ({{contrato.prazo_extenso}}), de {{contrato.inicio_longa}} a {{contrato.termino_longa}}, quando o imóvel deve ser restituído livre de pessoas e coisas.</p>
<h2>Cláusula 4ª. Do aluguel</h2>
<p>O aluguel mensal é de <strong>{{contrato.aluguel}}</strong> ({{contrato.aluguel_extenso}}), a ser pago até o dia {{contrato.dia_pagamento}} ({{contrato.dia_pagamento_extenso}}) de cada mês, pelo boleto que a administradora enviar.</p>
<p>{{#contrato.desconto}}</p>
<p>Parágrafo único. Sobre o aluguel o locador concede o desconto de {{contrato.desconto}} ({{contrato.desconto_extenso}}) por mês, que não altera o valor contratado.</p>
<p>{{/contrato.desconto}}</p>
<h2>Cláusula 5ª. Do reajuste</h2>
<p>O aluguel é reajustado a cada doze meses pela variação acumulada do {{contrato.indice}}; o próximo reajuste ocorre em {{contrato.proximo_reajuste}}. Extinto o índice, aplica-se o que legalmente o substituir.</p>
<h2>Cláusula 6ª. Dos encargos</h2>
<p>Além do aluguel, cabem ao locatário as despesas de consumo de água, energia e gás, as despesas ordinárias de condomínio, o IPTU e o seguro contra incêndio, enquanto durar a locação.</p>
<h2>Cláusula 7ª. Do atraso</h2>
<p>O pagamento em atraso sujeita o locatário à multa e aos juros informados no boleto, sem prejuízo das despesas de cobrança.</p>
<h2>Cláusula 8ª. Da conservação e das benfeitorias</h2>
<p>O locatário conserva o imóvel e faz por sua conta os reparos dos danos que ele, seus dependentes ou visitantes causarem. Benfeitorias dependem de autorização por escrito; as úteis e as voluptuárias não dão direito a indenização nem a retenção.</p>
<h2>Cláusula 9ª. Da vistoria</h2>
<p>O locador ou a administradora podem vistoriar o imóvel, com dia e hora combinados previamente.</p>
<h2>Cláusula 10ª. Da garantia</h2>
<p>Esta locação é garantida por uma única modalidade (Lei nº 8.245/1991, art. 37): {{contrato.garantia}}.</p>
<p>{{#fiadores}}</p>
<p>{{fiador.nome}}, como fiador(a) e principal pagador(a), responde solidariamente por todas as obrigações deste contrato até a efetiva entrega das chaves.</p>
<p>{{/fiadores}}</p>
<p>{{#contrato.caucao}}</p>
<p>O locatário entrega em caução {{contrato.caucao}} ({{contrato.caucao_extenso}}), depositados em caderneta de poupança e devolvidos com os rendimentos ao fim da locação, descontado o que ficar devido.</p>
<p>{{/contrato.caucao}}</p>
<h2>Cláusula 11ª. Da rescisão antecipada</h2>
<p>Se o locatário devolver o imóvel antes do fim do prazo, paga multa de {{contrato.multa}} ({{contrato.multa_extenso}}), proporcional ao tempo que faltar (Lei nº 8.245/1991, art. 4º), e fica dispensado dela nos casos previstos em lei.</p>
<h2>Cláusula 12ª. Do direito de preferência</h2>
<p>Posto o imóvel à venda, o locatário tem preferência para comprá-lo em igualdade de condições, a exercer em trinta dias da notificação (Lei nº 8.245/1991, arts. 27 e 28).</p>
<h2>Cláusula 13ª. Da devolução das chaves</h2>
<p>A devolução se faz contra recibo da administradora, depois da vistoria de saída e da quitação das contas de consumo.</p>
<h2>Cláusula 14ª. Dos dados pessoais</h2>
<p>Os dados das partes são tratados para executar este contrato e cumprir a lei (Lei nº 13.709/2018).</p>
<h2>Cláusula 15ª. Da assinatura eletrônica</h2>
<p>${SIGNATURE_CLAUSE.text}</p>
<h2>Cláusula 16ª. Do foro</h2>
<p>Fica eleito o foro da situação do imóvel, {{imovel.cidade}}/{{imovel.estado}}, para as questões que este contrato suscitar.</p>
<p>E por estarem de acordo, as partes assinam este contrato com duas testemunhas.</p>
<p style="text-align:right">{{imobiliaria.cidade}}, {{hoje.longa}}.</p>
<p>{{#proprietarios}}</p>
${signature('proprietario', 'Locador(a)')}
<p>{{/proprietarios}}</p>
${signature('inquilino', 'Locatário(a)')}
<p>{{#conjuge}}</p>
${signature('conjuge', 'Cônjuge do(a) locatário(a)')}
<p>{{/conjuge}}</p>
<p>{{#fiadores}}</p>
${signature('fiador', 'Fiador(a)')}
<p>{{#fiador.conjuge}}</p>
${signature('fiador.conjuge', 'Cônjuge do(a) fiador(a)')}
<p>{{/fiador.conjuge}}</p>
<p>{{/fiadores}}</p>
<p>Testemunhas:</p>
<p>1. ______________________________ CPF ______________________</p>
<p>2. ______________________________ CPF ______________________</p>`;

/** A ready text to start from: the agency's lawyer has the last word. */
export const RESIDENTIAL_LEASE = {
  name: 'Contrato de locação residencial',
  body: BODY.replaceAll('\n', ''),
};
