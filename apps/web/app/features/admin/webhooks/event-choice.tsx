import {
  type WebhookEvent,
  type WebhookEventGroup,
  webhookEventGroups,
} from '@stoa/contract/features/webhook-events'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FieldError } from '../../../ui/field.tsx'

type EventChoiceProps = {
  isAll: boolean
  chosen: ReadonlySet<WebhookEvent>
  error: string | undefined
  onChange: (isAll: boolean, chosen: ReadonlySet<WebhookEvent>) => void
}

const groups = Object.keys(webhookEventGroups) as WebhookEventGroup[]

export function EventChoice({ isAll, chosen, error, onChange }: EventChoiceProps) {
  const t = useTranslate()
  const set = (events: readonly WebhookEvent[], isOn: boolean) => {
    const next = new Set(chosen)
    for (const event of events) {
      if (isOn) next.add(event)
      else next.delete(event)
    }
    onChange(false, next)
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-md font-semibold">{t('webhooks.events')}</legend>
      <Checkbox
        label={t('webhooks.all_events')}
        hint={t('webhooks.all_events_hint')}
        checked={isAll}
        onChange={(event) => onChange(event.currentTarget.checked, chosen)}
      />
      {!isAll && (
        <div className="grid gap-x-6 gap-y-4 md:grid-cols-2">
          {groups.map((group) => (
            <EventGroup key={group} group={group} chosen={chosen} onChange={set} />
          ))}
        </div>
      )}
      {error !== undefined && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}

type EventGroupProps = {
  group: WebhookEventGroup
  chosen: ReadonlySet<WebhookEvent>
  onChange: (events: readonly WebhookEvent[], isOn: boolean) => void
}

function EventGroup({ group, chosen, onChange }: EventGroupProps) {
  const t = useTranslate()
  const events: readonly WebhookEvent[] = webhookEventGroups[group]
  const { length: count } = events.filter((event) => chosen.has(event))
  return (
    <div className="grid content-start">
      <Checkbox
        label={<b className="font-semibold text-ink">{t(`webhooks.group.${group}`)}</b>}
        hint={group === 'staff' ? t('webhooks.staff_hint') : undefined}
        checked={count === events.length}
        indeterminate={count > 0 && count < events.length}
        onChange={(event) => onChange(events, event.currentTarget.checked)}
      />
      <div className="grid ps-6">
        {events.map((name) => (
          <Checkbox
            key={name}
            label={
              <code dir="ltr" className="font-mono text-sm">
                {name}
              </code>
            }
            checked={chosen.has(name)}
            onChange={(event) => onChange([name], event.currentTarget.checked)}
          />
        ))}
      </div>
    </div>
  )
}
