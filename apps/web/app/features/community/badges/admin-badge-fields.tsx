import { type AdminBadge, badgeIcons } from '@stoa/contract/features/badges'
import { type ContractForm, FormField } from '../../../kernel/form.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import type { LookField } from './badge-look-form.ts'

type BadgeLookFieldsProps = {
  form: ContractForm<LookField>
  /** Null for a new badge. */
  badge: Pick<AdminBadge, LookField> | null
}

export function BadgeLookFields({ form, badge }: BadgeLookFieldsProps) {
  const t = useTranslate()
  return (
    <div className="grid gap-6 pt-2">
      {(['name', 'description'] as const).map((name) => (
        <FormField key={name} form={form} name={name} label={t(`admin_badges.field.${name}`)}>
          {({ defaultValue = badge?.[name], ...control }) => (
            <TextInput {...control} defaultValue={defaultValue} />
          )}
        </FormField>
      ))}
      <FormField form={form} name="level" label={t('admin_badges.field.level')}>
        {({ defaultValue = String(badge?.level ?? 1), ...control }) => (
          <Select
            {...control}
            defaultValue={defaultValue}
            options={(['bronze', 'silver', 'gold'] as const).map((level, index) => ({
              value: String(index + 1),
              label: `${t(`badge.level.${level}`)} (${t(`badge.level.${level}_text`)})`,
            }))}
          />
        )}
      </FormField>
      <FormField form={form} name="icon" label={t('admin_badges.field.icon')}>
        {({ defaultValue = badge?.icon ?? badgeIcons[0], ...control }) => (
          <Select
            {...control}
            defaultValue={defaultValue}
            options={badgeIcons.map((icon) => ({
              value: icon,
              label: t(`admin_badges.icon.${icon}`),
            }))}
          />
        )}
      </FormField>
    </div>
  )
}
