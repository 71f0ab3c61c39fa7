import '@mantine/core/styles/Menu.layer.css';
import { ActionIcon, Button, type ButtonProps, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ComponentProps, type ComponentType, type ReactNode, useContext, useRef } from 'react';
import classes from './actions.module.css';
import { InHeadMenu } from './head-menu.ts';
import { useShortcut } from './shortcuts.ts';
import { usePhone } from './use-phone.ts';
import { usePopup } from './use-popup.tsx';

export type Action = {
  label: string;
  onClick: () => unknown;
  icon?: ComponentType<{ size?: number }>;
  loading?: boolean;
  disabled?: boolean;
  /** Styled as destructive. */
  danger?: boolean;
};

/** The actions without those that are false. */
export const compact = (...actions: (Action | false)[]): Action[] => actions.filter((action) => action !== false);

export type FootActions = {
  /** The one filled button; one that submits stands in the form. */
  primary?: Action | (Omit<Action, 'onClick'> & { submits: true }) | false;
  /** In place of a filled button: two choices of equal weight, both in sight on a phone too. */
  either?: [Action, Action];
  others?: (Action | false)[];
  /** Rare actions, in the "⋯" menu on every screen. */
  more?: (Action | false)[];
  /** Destructive action, alone on the left. */
  danger?: Action | false;
  /** The button that closes, as the specification calls it: "Fechar", "Cancelar". */
  close?: string;
  /** Beside the buttons: "1 alteração não salva". */
  note?: ReactNode;
};

/** The foot of a window. A phone keeps the filled button and puts the rest behind "⋯". */
export function Foot({
  primary,
  either,
  others = [],
  more = [],
  danger,
  close,
  note,
  onClose,
}: FootActions & { onClose?: () => void }) {
  const phone = usePhone();
  const rest = others.filter((action) => action !== false);
  const seldom = more.filter((action) => action !== false);
  const hidden = phone ? [...rest, ...seldom, ...(danger ? [{ ...danger, danger: true }] : [])] : seldom;
  const menu = hidden.length > 0 && <More actions={hidden} />;
  return (
    <div className={classes.foot}>
      {phone && menu}
      {!phone && danger && (
        <Button
          variant="subtle"
          color="red"
          className={classes.danger}
          {...buttonProps({ ...danger, icon: undefined })}
        >
          {danger.label}
        </Button>
      )}
      <span className={classes.space} />
      {note && <span className={classes.note}>{note}</span>}
      {!phone && menu}
      {!phone &&
        rest.map((action) => (
          <Button key={action.label} variant="default" {...buttonProps(action)}>
            {action.label}
          </Button>
        ))}
      {close && (
        <Button variant="default" onClick={onClose}>
          {close}
        </Button>
      )}
      {either && (
        <div className={classes.either}>
          {either.map((action) => (
            <Button key={action.label} variant="default" {...buttonProps(action)}>
              {action.label}
            </Button>
          ))}
        </div>
      )}
      {primary && (
        <PrimaryButton className={classes.primary} {...buttonProps(primary)}>
          {primary.label}
        </PrimaryButton>
      )}
    </div>
  );
}

/** The filled button of a window or a form, with its key. */
export function PrimaryButton(props: ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>) {
  const button = useRef<HTMLButtonElement>(null);
  useShortcut('confirm', () => button.current?.click());
  return <Button ref={button} data-primary {...props} />;
}

type MoreProps = { actions: Action[]; danger?: Action; label?: string };

/** Menu "⋯" of less frequent actions. Inside the "⋯" of a page's head its entries are listed among the others. */
export function More({ label = 'Mais ações', ...entries }: MoreProps) {
  const listed = useContext(InHeadMenu);
  return listed ? <Listed {...entries} /> : <Dots label={label} size={32} beside {...entries} />;
}

function Listed({ actions, danger }: Pick<MoreProps, 'actions' | 'danger'>) {
  return actions.map((action) => (
    <Button
      key={action.label}
      variant="default"
      className={action.danger || action === danger ? classes.destroys : undefined}
      {...buttonProps(action)}
    >
      {action.label}
    </Button>
  ));
}

/** The same at the end of a row; it lies over the table, which scrolls in its own box. */
export function RowMore(props: MoreProps & { label: string }) {
  return <Dots size={28} title={props.label} {...props} />;
}

const DOTS = { 28: 15, 32: 17 };
type DotsProps = MoreProps & { label: string; size: keyof typeof DOTS; title?: string; beside?: true };

function Dots({ label, size, title, beside, ...entries }: DotsProps) {
  const { mounted, button, popup, target } = usePopup('menu');
  return (
    <>
      <ActionIcon {...button} variant="default" size={size} aria-label={label} title={title}>
        <IconDots size={DOTS[size]} />
      </ActionIcon>
      {mounted && (
        <Menu {...popup} position="bottom-end" withinPortal={!beside}>
          <Menu.Target>{target}</Menu.Target>
          <Entries {...entries} />
        </Menu>
      )}
    </>
  );
}

function Entries({ actions, danger }: Pick<MoreProps, 'actions' | 'danger'>) {
  return (
    <Menu.Dropdown>
      {actions.map((action) => {
        const { icon: Icon, disabled, onClick, loading } = action;
        const destroys = action.danger || action === danger;
        return (
          <Menu.Item
            key={action.label}
            className={destroys ? classes.destroys : undefined}
            leftSection={Icon && <Icon size={15} />}
            disabled={disabled || loading}
            onClick={() => onClick()}
          >
            {action.label}
          </Menu.Item>
        );
      })}
    </Menu.Dropdown>
  );
}

function buttonProps(action: Exclude<FootActions['primary'], false | undefined>) {
  const { icon: Icon, loading, disabled } = action;
  const press = 'submits' in action ? { type: 'submit' as const } : { onClick: () => action.onClick() };
  return { leftSection: Icon && <Icon size={15} />, loading, disabled, ...press };
}
