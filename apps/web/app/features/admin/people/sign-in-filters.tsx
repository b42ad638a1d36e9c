import { attemptOutcomes } from '@stoa/contract/features/sign-ins'
import { limits } from '@stoa/contract/limits'
import { Form } from 'react-router'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { FilterButtons } from './filter-buttons.tsx'
import { type SignInFilters as Filters, signInsPath } from './sign-in-query.ts'

/** A GET form, so that the filters are in the URL and work without scripts. */
export function SignInFilters({ filters }: { filters: Filters }) {
  const t = useTranslate()
  return (
    <Form
      key={JSON.stringify(filters)}
      action={signInsPath}
      role="search"
      className="mt-4 mb-6 grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] items-end gap-3"
    >
      <Field label={t('sign_ins.user_filter')}>
        <TextInput
          name="user"
          maxLength={limits.email.max}
          autoComplete="off"
          dir="auto"
          defaultValue={filters.user ?? ''}
        />
      </Field>
      <Field label={t('sign_ins.outcome_label')}>
        <Select
          name="outcome"
          defaultValue={filters.outcome ?? ''}
          options={[
            { value: '', label: t('people.any') },
            ...attemptOutcomes.map((value) => ({ value, label: t(`sign_ins.outcome.${value}`) })),
          ]}
        />
      </Field>
      {(['from', 'to'] as const).map((name) => (
        <Field key={name} label={t(`sign_ins.${name}`)}>
          <TextInput name={name} type="date" defaultValue={filters[name] ?? ''} />
        </Field>
      ))}
      <FilterButtons clearHref={Object.keys(filters).length > 0 ? signInsPath : null} />
    </Form>
  )
}
