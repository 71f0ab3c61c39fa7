import { Checkbox, Input } from '@mantine/core';
import { ALL, PERMISSION_AREAS, type Permission } from '@morada/domain/access/permissions';
import { useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import { may } from '#web/lib/session/session.ts';
import { type FieldProps, useField } from '#web/ui/input/field.ts';
import { permissionsCounted } from './permission-words.ts';
import classes from './permissions-field.module.css';

/** All permissions, or a choice by area. Users cannot grant a permission they lack. */
export function PermissionsField<V extends FieldValues>(props: FieldProps<V>) {
  const { value, change, input: field } = useField(props, (codes) => permissionsCounted(codes as string[]));
  const held = Array.isArray(value) ? (value as string[]) : [];
  const everything = held.includes(ALL);
  const id = useId();
  const { ref, name, onBlur, label, disabled, error, withAsterisk } = field;
  return (
    <Input.Wrapper labelElement="div" labelProps={{ id }} {...{ label, error, withAsterisk }}>
      {/* biome-ignore lint/a11y/useSemanticElements: the wrapper already draws what a legend would say */}
      <div role="group" aria-labelledby={id} className={classes.all}>
        <Checkbox
          ref={ref}
          name={name}
          onBlur={onBlur}
          label="Todas as permissões"
          description="Também as que vierem a existir"
          checked={everything}
          disabled={disabled || !may(ALL)}
          onChange={({ currentTarget }) => change(currentTarget.checked ? [ALL] : [])}
        />
        <div className={classes.areas}>
          {PERMISSION_AREAS.map((area) => (
            <Area
              key={area.area}
              {...area}
              held={held}
              disabled={disabled || everything}
              everything={everything}
              onChange={change}
            />
          ))}
        </div>
      </div>
    </Input.Wrapper>
  );
}

type AreaProps = (typeof PERMISSION_AREAS)[number] & {
  held: string[];
  everything: boolean;
  disabled: boolean | undefined;
  onChange: (codes: string[]) => void;
};

function Area({ area, permissions, held, everything, disabled, onChange }: AreaProps) {
  const has = (code: Permission) => everything || held.includes(code);
  const codes = permissions.map(({ code }) => code);
  const givable = codes.filter((code) => may(code));
  const all = codes.every(has);
  const set = (chosen: readonly string[], on: boolean) =>
    onChange([...held.filter((code) => !chosen.includes(code)), ...(on ? chosen : [])]);
  return (
    <fieldset className={classes.area}>
      <legend className={classes.legend}>
        <Checkbox
          label={area}
          checked={all}
          indeterminate={!all && codes.some(has)}
          disabled={disabled || givable.length === 0}
          onChange={() => set(givable, !givable.every(has))}
        />
      </legend>
      {permissions.map(({ code, label }) => (
        <Checkbox
          key={code}
          label={label}
          checked={has(code)}
          disabled={disabled || !may(code)}
          onChange={({ currentTarget }) => set([code], currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
}
