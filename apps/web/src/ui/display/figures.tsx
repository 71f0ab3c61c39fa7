import { VisuallyHidden } from '@mantine/core';
import { type CalendarDate, formatDate, formatReference, type Reference } from '@morada/domain/base/calendar';
import { formatDocument } from '@morada/domain/base/documents';
import { type Cents, formatAmount, formatMoney } from '@morada/domain/base/money';
import { formatPhone } from '@morada/domain/base/phone';
import type { ReactNode } from 'react';
import classes from './figures.module.css';

/** Anything whose digits should line up with those above and below. */
export function Figure({ children }: { children: ReactNode }) {
  return <span className={classes.figure}>{children}</span>;
}

/** `R$ 1.234,56`; `bare` leaves the sign to the column's head, "Valor (R$)". */
export function Money({ value, bare }: { value: Cents | null | undefined; bare?: boolean }) {
  if (value === null || value === undefined) return <Missing />;
  return <Figure>{bare ? formatAmount(value) : formatMoney(value)}</Figure>;
}

/** `05/11/2026` */
export function Day({ value }: { value: CalendarDate | null | undefined }) {
  return value ? (
    <time className={classes.figure} dateTime={value}>
      {formatDate(value)}
    </time>
  ) : (
    <Missing />
  );
}

type MomentProps = { value: string | null | undefined; dayOnly?: boolean; timeOnly?: boolean };

/** `05/11/2026 14:32`, or the day or the time alone, at the agency, of an instant in UTC. */
export function Moment({ value, dayOnly, timeOnly }: MomentProps) {
  const format = dayOnly ? day : timeOnly ? time : moment;
  return value ? (
    <time className={classes.figure} dateTime={value}>
      {format.format(new Date(value)).replace(',', '')}
    </time>
  ) : (
    <Missing />
  );
}

const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone: 'America/Sao_Paulo' });
const time = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone: 'America/Sao_Paulo' });
const moment = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});

/** `10/2026` */
export function Month({ value }: { value: Reference | null | undefined }) {
  return value ? <Figure>{formatReference(value)}</Figure> : <Missing />;
}

/** `529.982.247-25`, `12.ABC.345/01DE-35` */
export function DocumentNumber({ value }: { value: string | null | undefined }) {
  return value ? <Figure>{formatDocument(value)}</Figure> : <Missing />;
}

/** `(32) 98841-2076` */
export function PhoneNumber({ value }: { value: string | null | undefined }) {
  return value ? <Figure>{formatPhone(value)}</Figure> : <Missing />;
}

/** `340 KB`, `1,2 MB` */
export function FileSize({ bytes }: { bytes: number }) {
  const thousands = Math.max(1, Math.round(bytes / 1_000));
  const millions = (bytes / 1_000_000).toLocaleString('pt-BR', { maximumFractionDigits: 1 });
  return <Figure>{thousands < 1_000 ? `${thousands} KB` : `${millions} MB`}</Figure>;
}

/** Placeholder of an empty value: "—", or the screen's own text. */
export function Missing({ children }: { children?: ReactNode }) {
  if (children) return <span className={classes.missing}>{children}</span>;
  return (
    <span className={classes.missing}>
      <span aria-hidden="true">—</span>
      <VisuallyHidden>não informado</VisuallyHidden>
    </span>
  );
}
