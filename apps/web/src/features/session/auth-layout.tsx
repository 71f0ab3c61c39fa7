import type { ReactNode } from 'react';
import { Logo } from '#web/ui/display/logo.tsx';
import classes from './auth-layout.module.css';
import skyline from './skyline.svg';

/** Layout of the sign-in and setup pages: a form beside a skyline. */
export function AuthLayout({ title, below, children }: { title: string; below?: string; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <title>{`${title} · Morada`}</title>
      <main className={classes.side}>
        <div className={classes.form}>
          <Logo size={28} />
          <h1 className={classes.title}>{title}</h1>
          {below && <p className={classes.below}>{below}</p>}
          <div className={classes.fields}>{children}</div>
        </div>
      </main>
      <div className={classes.picture}>
        <img src={skyline} alt="" />
      </div>
    </div>
  );
}

/** Something to know before filling in, or, as an alert, why it did not work. */
export function Note({ alert, children }: { alert?: boolean; children: ReactNode }) {
  return (
    <p role={alert ? 'alert' : undefined} className={classes.note} data-alert={alert}>
      {children}
    </p>
  );
}
