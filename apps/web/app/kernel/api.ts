import { createClient, fetchTransport, type Client } from '@stoa/contract/client'
import { useMemo } from 'react'
import { withTimeout } from './call-timeout.ts'
import { useTranslate } from './visit-context.tsx'

/** For calls outside of loaders and actions, such as suggestions while typing. */
export function useApi(): Client {
  const t = useTranslate()
  const { tag } = t
  const timeoutMessage = t('network.timeout')
  return useMemo(
    () => createClient(withTimeout(fetchTransport('', { 'accept-language': tag }), timeoutMessage)),
    [tag, timeoutMessage],
  )
}
