import { SegmentedControl } from '@mantine/core';
import { type ListingSheet, type PropertyDetail, properties } from '@morada/contract/registry/properties';
import { useState } from 'react';
import { pathOf } from '#web/lib/api/api.ts';
import { openFile } from '#web/lib/api/files.ts';
import { toast } from '#web/lib/toast.ts';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import classes from './print-window.module.css';

const KINDS = [
  { value: 'folha', label: 'Folha do imóvel' },
  { value: 'vitrine', label: 'Cartaz da vitrine' },
];
const SIZES = [
  { value: 'a4', label: 'A4' },
  { value: 'a3', label: 'A3' },
];
const WAYS = [
  { value: '', label: 'Em pé' },
  { value: '-paisagem', label: 'Deitado' },
];

/** Chooses the paper of a listing, and opens it to be printed. */
export function PrintWindow({ property, onClose }: { property: PropertyDetail; onClose: () => void }) {
  const [kind, setKind] = useState('folha');
  const [size, setSize] = useState('a4');
  const [way, setWay] = useState('');
  const isPoster = kind === 'vitrine';

  function print() {
    const sheet = (isPoster ? `vitrine-${size}${way}` : 'folha') as ListingSheet;
    openFile(pathOf(properties.sheet, { params: { id: property.id, kind: sheet } }))
      .then(onClose)
      .catch(toast.failure);
  }

  return (
    <RecordWindow
      title="Imprimir imóvel"
      width={440}
      onClose={onClose}
      actions={{ close: 'Cancelar', primary: { label: 'Abrir PDF', onClick: print } }}
    >
      <div className={classes.choices}>
        <SegmentedControl aria-label="O que imprimir" data={KINDS} value={kind} onChange={setKind} fullWidth />
        {isPoster && (
          <>
            <SegmentedControl aria-label="Papel" data={SIZES} value={size} onChange={setSize} fullWidth />
            <SegmentedControl aria-label="Posição" data={WAYS} value={way} onChange={setWay} fullWidth />
          </>
        )}
        <p className={classes.note}>
          {isPoster
            ? 'Foto grande, preço e QR code, para ler da calçada.'
            : 'Fotos, dados, custo por mês e QR code, para entregar a um cliente.'}
        </p>
      </div>
    </RecordWindow>
  );
}
