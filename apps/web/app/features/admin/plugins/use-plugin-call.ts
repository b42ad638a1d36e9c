import { ApiError, type Client } from '@stoa/contract/client'
import type { FieldError } from '@stoa/contract/errors'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useApi } from '../../../kernel/api.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { useToast } from '../../../ui/toast.tsx'

type PluginCall<Response> = {
  send: (call: Client['call']) => Promise<Response>
  successText?: string
  onSuccess?: (response: Response) => void | Promise<void>
}

/** Calls the API for a dialog that shows every error itself: why a package or a plugin is refused is not for a toast. */
export function usePluginCall<Response>({ send, successText, onSuccess }: PluginCall<Response>) {
  const t = useTranslate()
  const api = useApi()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string>()

  async function run() {
    if (isSending) return
    setSending(true)
    setError(undefined)
    try {
      const response = await send(api.call)
      if (successText !== undefined) {
        await revalidate()
        toast({ text: successText, tone: 'ok' })
      }
      await onSuccess?.(response)
    } catch (thrown) {
      setError(thrown instanceof ApiError ? messageOf(thrown) : t('network.unreachable'))
    } finally {
      setSending(false)
    }
  }

  return { run, error, isSending, clearError: () => setError(undefined) }
}

/** That of the first field if there is one: the general one says only that the input is wrong. */
export function messageOf({ envelope: { data, msg } }: ApiError): string {
  if (!Array.isArray(data)) return msg
  return (data[0] as FieldError | undefined)?.error_msg ?? msg
}
