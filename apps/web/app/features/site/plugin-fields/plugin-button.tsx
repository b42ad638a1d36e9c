import { ApiError } from '@stoa/contract/client'
import type { PluginField } from '@stoa/contract/plugin-fields'
import { useState } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'

/** Returns the message of the plugin. */
export type PluginAction = (name: string) => Promise<string>

type PluginButtonProps = { field: PluginField; onAction: PluginAction }
type Outcome = { text: string; isError: boolean }

export function PluginButton({ field, onAction }: PluginButtonProps) {
  const t = useTranslate()
  const [isRunning, setRunning] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  async function run() {
    setRunning(true)
    setOutcome(null)
    try {
      setOutcome({ text: await onAction(field.action ?? ''), isError: false })
    } catch (error) {
      const text = error instanceof ApiError ? error.envelope.msg : t('network.unreachable')
      setOutcome({ text, isError: true })
    } finally {
      setRunning(false)
    }
  }

  return (
    <div className="grid justify-items-start gap-1">
      <Button loading={isRunning} onClick={() => void run()}>
        {field.title}
      </Button>
      {field.description !== '' && <p className="text-sm text-ink-3">{field.description}</p>}
      <div role="status">
        {outcome?.isError === false && <p className="text-sm text-ink-2">{outcome.text}</p>}
        {outcome?.isError && <FieldError>{outcome.text}</FieldError>}
      </div>
    </div>
  )
}
