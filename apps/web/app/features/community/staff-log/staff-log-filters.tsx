import { staffActions } from '@stoa/contract/features/staff-log'
import { Form } from 'react-router'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { type StaffLogFilters as Filters, staffLogPath } from './staff-log-query.ts'

/** A GET form, so that the filters are in the URL and work without scripts. */
export function StaffLogFilters({ filters }: { filters: Filters }) {
  const t = useTranslate()
  const input = (name: 'actor' | 'username' | 'from' | 'to', type: 'text' | 'date') => (
    <Field label={t(`staff_log.${name}`)}>
      <TextInput name={name} type={type} defaultValue={filters[name] ?? ''} autoComplete="off" />
    </Field>
  )
  return (
    <Form
      key={JSON.stringify(filters)}
      action={staffLogPath}
      className="mt-4 mb-6 grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] items-end gap-3"
    >
      {input('actor', 'text')}
      <Field label={t('staff_log.action')}>
        <Select
          name="action"
          defaultValue={filters.action ?? ''}
          options={[
            { value: '', label: t('staff_log.any_action') },
            ...staffActions.map((action) => ({
              value: action,
              label: t(`staff_log.did.${action}`),
            })),
          ]}
        />
      </Field>
      {input('username', 'text')}
      {input('from', 'date')}
      {input('to', 'date')}
      {filters.object_id !== undefined && (
        <input type="hidden" name="object_id" value={filters.object_id} />
      )}
      <Button type="submit" className="min-h-10">
        {t('staff_log.filter')}
      </Button>
    </Form>
  )
}
