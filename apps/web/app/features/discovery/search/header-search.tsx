import { limits } from '@stoa/contract/limits'
import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { HEADER_SEARCH_ID } from '../../../ui/shell/header.tsx'
import { SearchBox } from '../../../ui/shell/search-box.tsx'
import { RecentPanel } from './recent-panel.tsx'
import { searchPath } from './search-path.ts'
import { useSearchSuggestions } from './use-search-suggestions.tsx'

export function HeaderSearch() {
  const t = useTranslate()
  const { hasShortcuts } = useVisit()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const [input, setInput] = useState('')
  const options = useSearchSuggestions(input)
  return (
    <SearchBox
      action="/search"
      label={t('search.label')}
      placeholder={t('search.placeholder')}
      defaultValue={pathname === '/search' ? (query.get('q') ?? '') : ''}
      shortcut={hasShortcuts ? '/' : undefined}
      maxLength={limits.searchQuery.max}
      options={options}
      listLabel={t('search.suggested')}
      status={t('search.suggestions', { count: options.length })}
      onQuery={setInput}
      panel={input.trim() === '' && <RecentPanel onNavigate={closePopover} />}
      onPick={(option) => {
        setInput('')
        closePopover()
        void navigate(option.value)
      }}
      onSubmit={(event) => {
        event.preventDefault()
        setInput('')
        closePopover()
        const text = new FormData(event.currentTarget).get('q')
        void navigate(searchPath(typeof text === 'string' ? text.trim() : ''))
      }}
    />
  )
}

/** On phones the search is a popover. */
function closePopover() {
  document.getElementById(HEADER_SEARCH_ID)?.hidePopover?.()
}
