import { messagePage } from '../../html/message-page.ts';

export const notFoundPage = (agency: string) =>
  messagePage(
    agency,
    'Anúncio não encontrado',
    'O imóvel pode já ter sido alugado ou vendido, ou o anúncio saiu do ar. Confira também se o endereço está completo.',
  );
