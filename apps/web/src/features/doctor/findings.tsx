import type { Finding } from '@morada/contract/desk/doctor';
import { IconAlertCircle, IconAlertTriangleFilled, IconCircleCheckFilled } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { Panel } from '#web/ui/display/panel.tsx';
import classes from './findings.module.css';

type Group = {
  state: Finding['state'];
  title: string;
  icon: ComponentType<{ size?: number; className?: string }>;
};

const GROUPS: readonly Group[] = [
  { state: 'wrong', title: 'Para consertar', icon: IconAlertTriangleFilled },
  { state: 'advice', title: 'Para melhorar', icon: IconAlertCircle },
  { state: 'fine', title: 'Em ordem', icon: IconCircleCheckFilled },
];

/** Checks of the installation, what must be mended first. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  return (
    <div className={classes.groups}>
      {GROUPS.map(({ state, title, icon: Icon }) => {
        const found = findings.filter((finding) => finding.state === state);
        if (found.length === 0) return null;
        return (
          <Panel key={state} title={title} count={String(found.length)}>
            <ul className={classes.findings}>
              {found.map(({ text }) => (
                <li key={text} className={classes.finding} data-state={state}>
                  <Icon size={15} className={classes.icon} />
                  <span>{text}</span>
                </li>
              ))}
            </ul>
          </Panel>
        );
      })}
    </div>
  );
}
