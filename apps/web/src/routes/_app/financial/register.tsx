import { pageNumber } from '@morada/contract/base/fields';
import { DEBT_READERS } from '@morada/contract/collection/debt-readers';
import { IconGavel } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { registerQuery } from '#web/features/debt-papers/debt-queries.ts';
import { DebtRegister } from '#web/features/debt-papers/debt-register.tsx';
import { listOf } from '#web/lib/list.ts';
import { PageHead } from '#web/ui/page/page.tsx';

const Search = z.object({ page: z.optional(pageNumber) });

export const Route = createFileRoute('/_app/financial/register')({
  validateSearch: Search,
  loaderDeps: ({ search: { page } }) => ({ page }),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(registerQuery(deps.page)),
  staticData: {
    menu: { entry: 'Cobrança', label: 'Registros', tab: 3, icon: IconGavel },
    access: DEBT_READERS,
    list: listOf(Search, {}),
  },
  component: Register,
});

function Register() {
  const { page } = Route.useSearch();
  const navigate = Route.useNavigate();
  const query = useQuery(registerQuery(page));
  return (
    <>
      <PageHead
        title="Registros de cobrança"
        below="Avisos, negativações, protestos e ações de todos os contratos; novos entram pelo contrato"
      />
      <DebtRegister query={query} onPage={(next) => navigate({ search: { page: next } })} />
    </>
  );
}
