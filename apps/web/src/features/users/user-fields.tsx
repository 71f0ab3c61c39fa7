import type { AdminUserCreate } from '@morada/contract/access/users';
import { useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { PasswordField, SwitchField, TextField } from '#web/ui/form/fields.tsx';
import { Fields } from '#web/ui/form/form.tsx';
import type { FieldProps } from '#web/ui/input/field.ts';
import { GroupField } from './group-field.tsx';

type UserValues = z.input<typeof AdminUserCreate>;

type UserFieldsProps<V extends Partial<Record<keyof UserValues, unknown>>> = Pick<FieldProps<V>, 'form'> & {
  /** Editing an existing user; `self` when users edit themselves. */
  existing?: { self: boolean };
};

/** A person of the staff, new or put right. */
export function UserFields<V extends Partial<Record<keyof UserValues, unknown>>>({
  form,
  existing,
}: UserFieldsProps<V>) {
  const field = (name: keyof UserValues) => ({ form, name: name as FieldProps<V>['name'] });
  const self = existing?.self ?? false;
  const [password, invite] = useWatch({
    control: form.control,
    name: ['password', 'invite'] as FieldProps<V>['name'][],
  });
  const typed = existing !== undefined || !invite;
  return (
    <Fields columns={1}>
      <TextField {...field('name')} label="Nome" required maxLength={200} autoFocus={!existing} />
      <TextField {...field('email')} label="E-mail" type="email" required maxLength={254} />
      <GroupField
        {...field('groupId')}
        label="Grupo"
        required
        disabled={self}
        help={self ? 'Outra pessoa precisa trocar o seu grupo.' : undefined}
      />
      {!existing && (
        <SwitchField
          {...field('invite')}
          label="Convidar por link"
          help="A pessoa cria a própria senha. O link é enviado a ela ou, onde isso não está configurado, aparece aqui para você entregar."
        />
      )}
      {!self && typed && (
        <PasswordField
          {...field('password')}
          label={existing ? 'Nova senha' : 'Senha'}
          required={!existing}
          help={
            existing
              ? 'Em branco, a senha fica como está. Preenchida, as sessões dessa pessoa terminam na hora.'
              : 'Com 8 caracteres ou mais.'
          }
        />
      )}
      {!self && typed && (!existing || Boolean(password)) && (
        <SwitchField
          {...field('password_temporary')}
          label="Pedir outra senha no próximo acesso"
          help="Só essa pessoa saberá a senha que vale."
        />
      )}
    </Fields>
  );
}
