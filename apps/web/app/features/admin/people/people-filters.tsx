import { emailStates, seenPeriods, signInMethods } from '@stoa/contract/features/people'
import { roles } from '@stoa/contract/access'
import { ListFilter, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { FilterButtons } from './filter-buttons.tsx'
import { countPanelFilters, type PeopleFilters as Filters, peoplePath } from './people-query.ts'

const roleKeys = {
  [roles.user]: 'user',
  [roles.moderator]: 'moderator',
  [roles.admin]: 'admin',
} as const

type PeopleFiltersProps = { filters: Filters; range: ReactNode }

/** A GET form, so that the filters are in the URL and work without scripts. */
export function PeopleFilters({ filters, range }: PeopleFiltersProps) {
  const t = useTranslate()
  const panelCount = countPanelFilters(filters)
  return (
    <Form key={JSON.stringify(filters)} action={peoplePath} role="search" className="mt-4">
      {(['status', 'staff', 'order', 'direction'] as const).map(
        (name) =>
          filters[name] !== undefined && (
            <input key={name} type="hidden" name={name} value={filters[name]} />
          ),
      )}
      <div className="flex flex-wrap items-start gap-2">
        <div className="relative min-w-0 flex-1 basis-56 md:max-w-sm">
          <Search
            className="icon pointer-events-none absolute inset-y-0 start-3 my-auto text-ink-3"
            aria-hidden="true"
          />
          <TextInput
            name="query"
            type="search"
            maxLength={100}
            autoComplete="off"
            aria-label={t('people.search')}
            placeholder={t('people.search_hint')}
            defaultValue={filters.query ?? ''}
            className="ps-9"
          />
        </div>
        <Button type="submit" className="min-h-[max(2.5rem,var(--target))]!">
          {t('people.find')}
        </Button>
        <details className="min-w-0 open:basis-full" open={panelCount > 0 || undefined}>
          <summary className="inline-flex min-h-[max(2.5rem,var(--target))] cursor-pointer list-none items-center gap-2 rounded-md border border-line-strong bg-raised px-3.5 text-md font-medium hover:border-line-control hover:bg-wash [&::-webkit-details-marker]:hidden">
            <ListFilter className="icon" aria-hidden="true" />
            {panelCount === 0
              ? t('people.filters')
              : t('people.filters_set', { count: panelCount })}
          </summary>
          <FilterPanel filters={filters} />
        </details>
        {range}
      </div>
    </Form>
  )
}

function FilterPanel({ filters }: { filters: Filters }) {
  const t = useTranslate()
  const any = { value: '', label: t('people.any') }
  return (
    <div className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] items-end gap-3 border-y border-line py-4">
      <Choice
        name="role_id"
        label={t('people.role_label')}
        value={filters.role_id}
        options={[
          any,
          ...Object.entries(roleKeys).map(([value, key]) => ({ value, label: t(`role.${key}`) })),
        ]}
      />
      <Choice
        name="seen"
        label={t('people.seen')}
        value={filters.seen}
        options={[
          any,
          ...seenPeriods.map((value) => ({ value, label: t(`people.seen_in.${value}`) })),
        ]}
      />
      <Choice
        name="sign_in"
        label={t('people.sign_in')}
        value={filters.sign_in}
        options={[
          any,
          ...signInMethods.map((value) => ({ value, label: t(`people.signs_in.${value}`) })),
        ]}
      />
      <Choice
        name="email_state"
        label={t('account.email')}
        value={filters.email_state}
        options={[
          any,
          ...emailStates.map((value) => ({ value, label: t(`people.email.${value}`) })),
        ]}
      />
      {(['reputation_min', 'reputation_max'] as const).map((name) => (
        <Field key={name} label={t(`people.${name}`)}>
          <TextInput
            name={name}
            inputMode="numeric"
            pattern="[1-9][0-9]*"
            autoComplete="off"
            defaultValue={filters[name] ?? ''}
          />
        </Field>
      ))}
      {(['joined_from', 'joined_to'] as const).map((name) => (
        <Field key={name} label={t(`people.${name}`)}>
          <TextInput name={name} type="date" defaultValue={filters[name] ?? ''} />
        </Field>
      ))}
      <FilterButtons clearHref={peoplePath} />
    </div>
  )
}

type ChoiceProps = {
  name: string
  label: string
  value: string | undefined
  options: { value: string; label: string }[]
}

function Choice({ name, label, value = '', options }: ChoiceProps) {
  return (
    <Field label={label}>
      <Select name={name} defaultValue={value} options={options} />
    </Field>
  )
}
