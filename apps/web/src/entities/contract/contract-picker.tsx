import { type ProposalRow, proposals } from '@morada/contract/lease/proposals';
import { queryOptions } from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { pageQuery } from '#web/lib/api/query.ts';
import type { FieldProps } from '#web/ui/input/field.ts';
import { AsyncPicker } from '#web/ui/input/picker.tsx';

/** A contract in force, found by its tenant, its property or its number. */
export function ContractPicker<V extends FieldValues>(props: FieldProps<V>) {
  return (
    <AsyncPicker<V>
      {...props}
      query={contractOptions}
      byNumber
      placeholder="Inquilino, imóvel ou número do contrato"
      nothingFound="Nenhum contrato em andamento encontrado"
    />
  );
}

const contractOptions = (text: string) =>
  queryOptions({
    ...pageQuery(proposals.list, {
      query: { page: 1, status: 'APPROVED', ...(/^\d+$/.test(text) ? { id: Number(text) } : { query: text }) },
    }),
    select: ({ data }) => data.map(asOption),
  });

const asOption = ({ id, tenant, property }: z.output<typeof ProposalRow>) => ({
  value: id,
  label: `Contrato ${id}, ${tenant}`,
  below: property,
});
