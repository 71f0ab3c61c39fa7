import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { createPost } from '../modules/desk/feed/feed.service.ts';
import type { Drawings } from './drawings.ts';

type DemoPost = {
  title: string;
  body: string;
  picture: (drawings: Drawings) => Buffer;
  daysAgo: number;
  views: number;
};

const room = (name: string) => (drawings: Drawings) => {
  const [home = []] = drawings.homes;
  const found = home.find((drawing) => drawing.name === `${name}.jpg`) ?? home[0];
  if (!found) throw new Error('the demonstration has no drawings');
  return found.picture.full;
};

/** Oldest first, in order of publication. */
const POSTS: DemoPost[] = [
  {
    title: 'Vistoria de entrada: o que olhar antes de receber as chaves',
    picture: room('Sala'),
    daysAgo: 47,
    views: 312,
    body: `<p>A vistoria descreve o imóvel como ele está no dia da entrega. É ela que, lá na frente, separa o desgaste do uso normal do que precisa ser consertado. Vale a pena percorrer os cômodos sem pressa.</p>
<h2>O que conferir</h2>
<ul><li><p><strong>Água:</strong> abra todas as torneiras, dê descarga e olhe embaixo das pias.</p></li><li><p><strong>Energia:</strong> teste tomadas, interruptores e o quadro de disjuntores.</p></li><li><p><strong>Portas e janelas:</strong> abrem, fecham e trancam?</p></li><li><p><strong>Paredes e pisos:</strong> anote manchas, trincas e peças soltas.</p></li></ul>
<h2>Fotos valem mais do que adjetivos</h2>
<p>Fotografe de longe e de perto, com boa luz. Se encontrar algo que não está no laudo, peça para incluir antes de assinar. Depois da assinatura, o que não foi anotado é difícil de provar.</p>
<blockquote><p>Guarde o laudo junto com o contrato: os dois serão usados na devolução.</p></blockquote>`,
  },
  {
    title: 'Como funciona o reajuste anual do aluguel',
    picture: ({ flat: [front] }) => front?.picture.full ?? Buffer.alloc(0),
    daysAgo: 26,
    views: 187,
    body: `<p>O valor do aluguel pode ser corrigido uma vez por ano, na data e pelo índice que estão no contrato. Não é aumento: é a reposição do que a inflação levou no período.</p>
<h2>Qual é o índice</h2>
<p>Os mais usados são o <strong>IPCA</strong>, o <strong>INPC</strong> e o <strong>IGP-M</strong>. O que vale é o do seu contrato, e só muda se as duas partes concordarem por escrito.</p>
<h2>A conta</h2>
<p>Soma-se a variação dos doze meses anteriores e aplica-se sobre o valor atual. Um aluguel de R$ 1.500,00 com índice acumulado de 4% passa a R$ 1.560,00.</p>
<p>Avisamos inquilinos e proprietários antes da primeira fatura com o novo valor. Ficou com dúvida? Mande uma mensagem pelo site.</p>`,
  },
  {
    title: 'Vai anunciar o seu imóvel? Cinco cuidados que aceleram a locação',
    picture: ({ house: [front] }) => front?.picture.full ?? Buffer.alloc(0),
    daysAgo: 6,
    views: 64,
    body: `<p>Um imóvel bem apresentado fica menos tempo vazio, e mês vazio custa condomínio, IPTU e aluguel que não entra. Estes cuidados simples ajudam.</p>
<ol><li><p><strong>Luz e limpeza.</strong> Abra as cortinas, troque lâmpadas queimadas e deixe os cômodos livres.</p></li><li><p><strong>Pequenos reparos.</strong> Uma torneira pingando faz o visitante procurar outros problemas.</p></li><li><p><strong>Preço de mercado.</strong> Compare com o que está anunciado na mesma rua; nós fazemos essa avaliação.</p></li><li><p><strong>Documentos em dia.</strong> Matrícula atualizada e contas quitadas evitam surpresa na assinatura.</p></li><li><p><strong>Visitas fáceis.</strong> Quanto mais horários, mais gente conhece o imóvel.</p></li></ol>
<p>Quer que a gente cuide de tudo? Use a página <em>Anuncie seu imóvel</em> e entraremos em contato.</p>`,
  },
];

/** Publishes posts with views of some weeks. */
export async function publishPosts(ctx: Context, drawings: Drawings) {
  for (const { title, body, picture, daysAgo, views } of POSTS) {
    const bytes = picture(drawings);
    const { id } = await createPost(ctx, { title, body }, { name: 'capa.jpg', bytes });
    const published = sql<string>`now() - make_interval(days => ${daysAgo})`;
    await ctx.db
      .updateTable('post')
      .set({ views, created_at: published, updated_at: published })
      .where('id', '=', id)
      .execute();
  }
}
