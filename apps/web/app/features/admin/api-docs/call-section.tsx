import { Play } from 'lucide-react'
import { useState } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import type { CallDoc } from './describe.server.ts'
import { TryCall } from './try-call.tsx'

type CallSectionProps = {
  call: CallDoc
  /** Empty to send the session. */
  apiKey: string
}

export function CallSection({ call, apiKey }: CallSectionProps) {
  const t = useTranslate()
  const [isTrying, setTrying] = useState(false)
  return (
    <li
      id={call.name}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 border-b border-line py-5 last:border-0"
    >
      <h2 className="flex flex-wrap items-baseline gap-x-3 font-mono text-md" dir="ltr">
        <b className="font-semibold text-accent-ink">{call.method}</b>
        <span className="break-all">{call.path}</span>
      </h2>
      <p className="max-w-measure text-ink-2" lang="en" dir="ltr">
        {call.summary}
      </p>
      <CallFacts call={call} />
      <details>
        <summary className="hit w-fit text-md text-ink-2 hover:text-ink">
          {t('api.response')}
        </summary>
        <pre
          dir="ltr"
          tabIndex={0}
          className="scroll-x mt-2 rounded-md bg-wash p-4 font-mono text-sm"
        >
          {call.response}
        </pre>
      </details>
      {isTrying ? (
        <TryCall call={call} apiKey={apiKey} onClose={() => setTrying(false)} />
      ) : (
        call.encoding === 'json' && (
          <div>
            <Button
              data-needs-script=""
              aria-label={t('api.try_call', { call: `${call.method} ${call.path}` })}
              icon={<Play className="icon" aria-hidden="true" />}
              onClick={() => setTrying(true)}
            >
              {t('api.try')}
            </Button>
          </div>
        )
      )}
    </li>
  )
}

function CallFacts({ call }: { call: CallDoc }) {
  const t = useTranslate()
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-2 text-md md:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="text-ink-3">{t('api.access')}</dt>
      <dd>{t(`access.${call.access}`)}</dd>
      <dt className="text-ink-3">{t('api.keys')}</dt>
      <dd>{t(`api.key_scope.${call.keys}`)}</dd>
      <dt className="text-ink-3">{call.method === 'GET' ? t('api.query') : t('api.body')}</dt>
      <dd>{call.input.length === 0 ? t('api.none') : <Fields fields={call.input} />}</dd>
      {call.errors.length > 0 && (
        <>
          <dt className="text-ink-3">{t('api.errors')}</dt>
          <dd dir="ltr" className="font-mono text-sm break-words">
            {call.errors.map(({ status, reason }) => (
              <div key={reason}>
                {status} {reason}
              </div>
            ))}
          </dd>
        </>
      )}
    </dl>
  )
}

function Fields({ fields }: { fields: CallDoc['input'] }) {
  const t = useTranslate()
  return (
    <ul className="grid gap-1">
      {fields.map((field) => (
        <li key={field.name} className="flex min-w-0 flex-wrap gap-x-2 break-words" dir="ltr">
          <code className="font-mono text-sm font-semibold">{field.name}</code>
          <span className="min-w-0 font-mono text-sm text-ink-2">{field.type}</span>
          {field.required && <span className="text-sm text-ink-3">{t('api.required')}</span>}
        </li>
      ))}
    </ul>
  )
}
