import { clientOver, fetchTransport, type Client } from '@stoa/contract/client'
import { useMemo } from 'react'
import { useTranslate } from './visit-context.tsx'

/** The client of a running page, for what a loader cannot do: suggestions while someone types. */
export function useApi(): Client {
  const { tag } = useTranslate()
  return useMemo(() => clientOver(fetchTransport('', { 'accept-language': tag })), [tag])
}
