import type { Endpoint, InputOf, ResponseOf } from '@stoa/contract/endpoint'
import { useEffect, useState } from 'react'
import { useApi } from '../../../kernel/api.ts'

export type Preview<Response> = {
  /** Of the last input that was answered; null before the first response. */
  response: Response | null
  hasFailed: boolean
  isLoading: boolean
}

const pauseMs = 300

/** Asks what a draft would change, after a pause in typing. With null it asks nothing. */
export function usePreview<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E> | null,
): Preview<ResponseOf<E>> {
  const { call } = useApi()
  const [answered, setAnswered] = useState<{ key: string; response: ResponseOf<E> | null }>()
  const key = input === null ? '' : JSON.stringify(input)
  useEffect(() => {
    if (key === '') return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      call(endpoint, JSON.parse(key) as InputOf<E>, { signal: controller.signal }).then(
        (response) => setAnswered({ key, response }),
        () => {
          if (!controller.signal.aborted) setAnswered({ key, response: null })
        },
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [call, endpoint, key])
  const isLoading = key !== '' && answered?.key !== key
  const response = key === '' ? null : (answered?.response ?? null)
  return { response, isLoading, hasFailed: !isLoading && key !== '' && response === null }
}
