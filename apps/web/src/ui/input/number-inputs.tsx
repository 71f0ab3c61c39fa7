import { NumberInput, type NumberInputProps } from '@mantine/core';
import type { BasisPoints, Cents } from '@morada/domain/base/money';

export type NumberSettings = Partial<Record<'min' | 'max' | 'decimalScale', number>> &
  Partial<Record<'prefix' | 'suffix', string>> &
  Partial<Record<'fixedDecimalScale' | 'allowNegative' | 'allowDecimal', boolean>> & {
    /** The value is in hundredths of what is shown: centavos, basis points. */
    hundredths?: boolean;
  };

/** Centavos, without their unit. */
export const AMOUNT: NumberSettings = {
  hundredths: true,
  decimalScale: 2,
  fixedDecimalScale: true,
  allowNegative: false,
};
export const PRICE: NumberSettings = { ...AMOUNT, prefix: 'R$\u00a0' };
export const PERCENTAGE: NumberSettings = { hundredths: true, decimalScale: 2, suffix: '%' };

/** The value of an input from what is typed, as Mantine's input reports it; null while it is empty or only a sign. */
export function typedNumber(typed: number | string, { hundredths }: NumberSettings): number | null {
  if (typed === '' || Number.isNaN(Number(typed))) return null;
  return hundredths ? Math.round(Number(typed) * 100) : Number(typed);
}

const shownNumber = (value: number, { hundredths }: NumberSettings) => (hundredths ? value / 100 : value);

/** The value as the input shows it. */
export function writtenNumber(value: unknown, settings: NumberSettings): string {
  if (typeof value !== 'number') return '';
  const { prefix = '', suffix = '', fixedDecimalScale, decimalScale = 3 } = settings;
  const digits = { minimumFractionDigits: fixedDecimalScale ? 2 : 0, maximumFractionDigits: decimalScale };
  return prefix + shownNumber(value, settings).toLocaleString('pt-BR', digits) + suffix;
}

type Looks = Omit<NumberInputProps, 'value' | 'onChange' | 'defaultValue' | 'min' | 'max'>;
type AnyNumberInputProps = Looks & {
  settings: NumberSettings;
  value: number | null;
  onChange: (value: number | null) => void;
};

export function AnyNumberInput({ settings, value, onChange, ...looks }: AnyNumberInputProps) {
  const { hundredths: _, ...mask } = settings;
  return (
    <NumberInput
      {...looks}
      {...mask}
      inputMode="decimal"
      value={value === null ? '' : shownNumber(value, settings)}
      onChange={(typed) => onChange(typedNumber(typed, settings))}
    />
  );
}

type UnitInputProps<Unit> = Looks & { value: Unit | null; onChange: (value: Unit | null) => void };

/** An amount in centavos, shown as R$ 1.234,56. */
export const MoneyInput = (props: UnitInputProps<Cents>) => <AnyNumberInput {...props} settings={PRICE} />;

/** A percentage in basis points, shown as 8,5%. */
export const PercentInput = (props: UnitInputProps<BasisPoints>) => <AnyNumberInput {...props} settings={PERCENTAGE} />;
