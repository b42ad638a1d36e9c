import { clientOver, fetchTransport, type Client } from '@stoa/contract/client'
import { useMemo } from 'react'
import { withTimeout } from './call-timeout.ts'
import { useTranslate } from './visit-context.tsx'

/** The client of a running page, for what a loader cannot do: suggestions while someone types. */
export function useApi(): Client {
  const t = useTranslate()
  const { tag } = t
  const late = t('act.timeout')
  return useMemo(
    () => clientOver(withTimeout(fetchTransport('', { 'accept-language': tag }), late)),
    [tag, late],
  )
}
