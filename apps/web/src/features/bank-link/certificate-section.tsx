import type { FieldValues, Path, PathValue, UseFormSetValue } from 'react-hook-form';
import { FormSection, Wide } from '#web/ui/form/form.tsx';
import type { FieldProps } from '#web/ui/input/field.ts';
import { PemField } from './pem-field.tsx';

export const PEM_NAMES = { certificate: 'certificate', private_key: 'private_key', authority: 'authority' } as const;

type CertificateSectionProps<V extends FieldValues> = {
  form: FieldProps<V>['form'] & { setValue: UseFormSetValue<V> };
  /** `PEM_NAMES` of a form that has these fields. */
  names: Record<keyof typeof PEM_NAMES, Path<V>>;
  title?: string;
  /** Certificate and key are stored; the fields only replace them. */
  isKept: boolean;
};

/** Certificate of the agency, its key, and the authority of the bank. */
export function CertificateSection<V extends FieldValues>(props: CertificateSectionProps<V>) {
  const { form, names, title = 'Certificado', isKept } = props;
  /** Writes a part that came in the file of the other. */
  const put = (name: Path<V>, text: string) =>
    form.setValue(name, text as PathValue<V, Path<V>>, { shouldDirty: true, shouldValidate: true });
  return (
    <FormSection
      title={title}
      below="Cole o texto ou escolha o arquivo (.pem, .crt, .cer ou .key). Os dois são guardados com criptografia e não aparecem de novo."
      terms={['bankCertificate']}
    >
      <Wide>
        <PemField
          form={form}
          name={names.certificate}
          label="Certificado"
          required={!isKept}
          help={isKept ? 'Guardado. Cole outro só para trocar.' : undefined}
          part="certificate"
          choose="Escolher arquivo do certificado"
          placeholder="-----BEGIN CERTIFICATE-----"
          onOther={(text) => put(names.private_key, text)}
        />
      </Wide>
      <Wide>
        <PemField
          form={form}
          name={names.private_key}
          label="Chave do certificado"
          required={!isKept}
          help={isKept ? 'Guardada. Cole outra só para trocar.' : undefined}
          part="key"
          choose="Escolher arquivo da chave"
          placeholder="-----BEGIN PRIVATE KEY-----"
          onOther={(text) => put(names.certificate, text)}
        />
      </Wide>
      <Wide>
        <PemField
          form={form}
          name={names.authority}
          label="Autoridade do banco"
          help="Só se o banco usa um certificado próprio e enviou este arquivo."
          part="certificate"
          choose="Escolher arquivo da autoridade"
          placeholder="-----BEGIN CERTIFICATE-----"
        />
      </Wide>
    </FormSection>
  );
}
