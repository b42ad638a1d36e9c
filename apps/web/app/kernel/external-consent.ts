export const externalImagesCookie = 'external_images'

/** In the address of a page: its external images are wanted, those of other pages are not. */
export const showOnce = { name: 'external', value: 'show' } as const

/** Whether images of other sites may be loaded on a page. */
export function showsExternalImages(
  setting: 'always_display' | 'ask_before_display',
  choice: string | null,
  url: string,
): boolean {
  if (setting === 'always_display' || choice === 'always') return true
  return new URL(url).searchParams.get(showOnce.name) === showOnce.value
}
