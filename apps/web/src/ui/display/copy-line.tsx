import { CopyIcon } from './copy-icon.tsx';
import classes from './copy-line.module.css';

type CopyLineProps = {
  label: string;
  /** What is copied, and shown on one line that is cut at its end. */
  value: string;
  /** How the value is written where it is shown whole: the groups of a digitable line. */
  whole?: string;
  onCopy?: () => void;
};

/** One entry of a `<dl>` of payment codes and links, with its copy button. */
export function CopyLine({ label, value, whole, onCopy }: CopyLineProps) {
  return (
    <div className={classes.line}>
      <dt>{label}</dt>
      <dd>
        {whole === undefined ? (
          <span className={classes.value} data-cut title={value}>
            {value}
          </span>
        ) : (
          <span className={classes.value}>{whole}</span>
        )}
        <CopyIcon label={label} value={value} onCopy={onCopy} />
      </dd>
    </div>
  );
}
