import type { incomeYearsOf } from '#api/modules/doors/client-area/client-area.service.ts';
import { html } from '../../../base/html.ts';
import { PATHS } from '../client-area.paths.ts';
import { type Area, areaPage, empty, heading, rows, section } from '../layout.part.ts';

type Shown = Awaited<ReturnType<typeof incomeYearsOf>> & {
  /** The client has rents to prove. */
  punctual: boolean;
};

/** Years with income statements, the newest first, and the paper of a tenant's punctuality. */
export function incomeStatementsPage(area: Area, { OWNER, TENANT, punctual }: Shown) {
  const list = (years: readonly number[], title: string, kind: 'recebidos' | 'pagos') =>
    rows(
      years.map((year) => ({
        path: `${PATHS.incomeStatements}/${year}/${kind}`,
        opens: true,
        title: `${title} ${year}`,
        note: 'PDF para a declaração do imposto de renda',
      })),
    );
  return areaPage(area, 'documents', {
    title: 'Informe de rendimentos',
    main: html`${heading('Informe de rendimentos', 'Para a declaração do imposto de renda')}
${OWNER.length > 0 && section('Aluguéis recebidos', list(OWNER, 'Informe de rendimentos de', 'recebidos'))}
${TENANT.length > 0 && section('Aluguéis pagos', list(TENANT, 'Aluguéis pagos em', 'pagos'))}
${
  punctual &&
  section(
    'Pontualidade',
    rows([
      {
        path: PATHS.punctuality,
        opens: true,
        title: 'Comprovante de pontualidade',
        note: 'PDF com os aluguéis pagos em dia e com atraso, que outra pessoa confere pelo código',
      },
    ]),
  )
}
${OWNER.length === 0 && TENANT.length === 0 && empty('Nenhum informe por aqui: ele aparece depois do primeiro aluguel pago.')}`,
  });
}
