import { encode } from 'uqr';
import classes from './qr-code.module.css';

/** QR code drawn in the browser, so that its text is sent to no service. Load it by `lazyPart`. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 2 });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={squares.join('')} />
    </svg>
  );
}
