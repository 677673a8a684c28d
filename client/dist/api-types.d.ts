export type Account = {
    language: "en" | "de" | "fr" | "es" | "pt" | "ja";
};
export type AccountDeletion = {
    email: string;
    password?: string;
};
export type Actor = {
    kind: "user" | "api_key" | "import" | "system";
    user_id: string | null;
    api_key_id: string | null;
    name: string | null;
};
export type ApiKey = {
    id: string;
    workspace_id: string;
    name: string;
    hint: string;
    scopes: ("read" | "write" | "send")[];
    created_at: string;
    expires_at: string | null;
    last_used_at: string | null;
};
export type AuditEvent = {
    id: string;
    action: string;
    outcome: "success" | "failure";
    user_id: string | null;
    api_key_id: string | null;
    target: string | null;
    address: string | null;
    request_id: string | null;
    detail: {
        [name: string]: unknown;
    } | null;
    count: number;
    created_at: string;
    last_at: string;
};
export type BatchContact = {
    email?: string | null;
    first_name?: string | null;
    last_name?: string | null;
    phone?: string | null;
    company?: string | null;
    notes?: string | null;
    external_id?: string | null;
    is_unsubscribed?: boolean | null;
    custom_fields?: {
        [name: string]: unknown;
    } | null;
    tags?: string[] | null;
};
export type BatchResult = {
    dry_run: boolean;
    change_id: string | null;
    created: number;
    updated: number;
    unchanged: number;
    skipped: number;
    failed: number;
    opted_out: number;
    skipped_opt_outs: number;
    rows: {
        index: number;
        status: "created" | "updated" | "unchanged" | "skipped" | "failed";
        id: string | null;
        code?: "email_missing" | "email_invalid" | "too_long" | "tag_too_long" | "too_many_tags" | "too_many_workspace_tags" | "too_many_custom_fields" | "custom_fields_too_long" | "nul_character" | "not_storable" | "email_taken" | "email_differs" | "external_id_differs" | "not_a_number" | "not_yes_or_no" | "not_a_date" | "not_an_option" | "wrong_type" | "invalid_json" | "inexact_number" | "broken_unicode" | "custom_key_invalid" | "custom_fields_too_deep" | "unknown_consent" | "external_id_unknown";
        field?: string;
        opted_out?: boolean;
    }[];
};
export type BulkAction = {
    id: string;
    action: "tag" | "untag" | "unsubscribe" | "delete" | "set" | "convert_field" | "merge_field" | "delete_field";
    tag: {
        id: string;
        name: string | null;
    } | null;
    field: {
        id: string;
        name: string | null;
    } | null;
    fields: string[];
    actor: Actor;
    status: "processing" | "completed" | "stopped" | "failed";
    total: number;
    processed: number;
    changed: number;
    refused: number;
    refused_ids: string[];
    failure_code: "tag_deleted" | "interrupted" | "unexpected" | null;
    change_id: string | null;
    undone_by: string | null;
    created_at: string;
    completed_at: string | null;
};
export type BulkFilter = {
    search?: string;
    company?: string;
    import_id?: string;
    created_since?: string;
    created_before?: string;
    updated_since?: string;
    updated_before?: string;
    unsubscribed_since?: string;
    segment_id?: string;
    has_tags?: boolean;
    is_unsubscribed?: boolean;
    custom_fields?: {
        [name: string]: string | number | boolean | {
            contains: string;
        } | {
            any_of: string[];
        } | {
            is_set: boolean;
        } | {
            from?: number;
            to?: number;
        } | {
            from?: string;
            to?: string;
        };
    };
    tag_ids?: string[];
    tag_match?: "any" | "all";
};
export type ChangeEntry = {
    contact_id: string;
    kind: "created" | "changed" | "deleted";
    email: string | null;
    exists: boolean;
    fields: FieldChange[];
};
export type ChangeSet = {
    id: string;
    way: "contact_created" | "contact_edited" | "contact_deleted" | "contact_tagged" | "contact_untagged" | "contacts_edited" | "contacts_deleted" | "contacts_unsubscribed" | "contacts_tagged" | "contacts_untagged" | "contacts_erased" | "merge" | "tag_created" | "tag_edited" | "tag_deleted" | "field_edited" | "field_converted" | "fields_merged" | "field_deleted" | "batch" | "import" | "undo";
    at: string;
    actor: Actor;
    created: number;
    changed: number;
    deleted: number;
    opt_outs_withdrawn: number;
    opt_outs_remembered: number;
    tag: {
        id: string;
        name: string | null;
    } | null;
    field: {
        id: string;
        name: string;
    } | null;
    filename: string | null;
    contact: {
        id: string;
        email: string | null;
        exists: boolean;
    } | null;
    undoes: string | null;
    undone_way: "contact_created" | "contact_edited" | "contact_deleted" | "contact_tagged" | "contact_untagged" | "contacts_edited" | "contacts_deleted" | "contacts_unsubscribed" | "contacts_tagged" | "contacts_untagged" | "contacts_erased" | "merge" | "tag_created" | "tag_edited" | "tag_deleted" | "field_edited" | "field_converted" | "fields_merged" | "field_deleted" | "batch" | "import" | "undo" | null;
    undone_by: string | null;
    status: "processing" | "completed";
    progress: {
        done: number;
        total: number;
    } | null;
    erased: boolean;
    undoable_until: string | null;
};
export type ChangeSetDetail = {
    id: string;
    way: "contact_created" | "contact_edited" | "contact_deleted" | "contact_tagged" | "contact_untagged" | "contacts_edited" | "contacts_deleted" | "contacts_unsubscribed" | "contacts_tagged" | "contacts_untagged" | "contacts_erased" | "merge" | "tag_created" | "tag_edited" | "tag_deleted" | "field_edited" | "field_converted" | "fields_merged" | "field_deleted" | "batch" | "import" | "undo";
    at: string;
    actor: Actor;
    created: number;
    changed: number;
    deleted: number;
    opt_outs_withdrawn: number;
    opt_outs_remembered: number;
    tag: {
        id: string;
        name: string | null;
    } | null;
    field: {
        id: string;
        name: string;
    } | null;
    filename: string | null;
    contact: {
        id: string;
        email: string | null;
        exists: boolean;
    } | null;
    undoes: string | null;
    undone_way: "contact_created" | "contact_edited" | "contact_deleted" | "contact_tagged" | "contact_untagged" | "contacts_edited" | "contacts_deleted" | "contacts_unsubscribed" | "contacts_tagged" | "contacts_untagged" | "contacts_erased" | "merge" | "tag_created" | "tag_edited" | "tag_deleted" | "field_edited" | "field_converted" | "fields_merged" | "field_deleted" | "batch" | "import" | "undo" | null;
    undone_by: string | null;
    status: "processing" | "completed";
    progress: {
        done: number;
        total: number;
    } | null;
    erased: boolean;
    undoable_until: string | null;
    entries: ChangeEntry[];
    tag_fields: FieldChange[];
    nextCursor: string | null;
};
export type ChangeUndo = {
    change_id: string;
    undo_id: string | null;
    undo_status: "processing" | "completed" | null;
    removed: number;
    restored: number;
    removed_others: number;
    restored_others: number;
    kept: number;
    still_unsubscribed: number;
    opt_outs_withdrawn: number;
    opt_outs_remembered: number;
    again: {
        removed: number;
        restored: number;
    } | null;
    kept_items: {
        id: string;
        of: "contact" | "tag" | "field";
        email: string | null;
        name: string | null;
        reason: "edited" | "deleted" | "email_taken" | "external_id_taken" | "name_taken" | "in_use" | "not_merged" | "not_separated" | "opted_out";
        by: ChangeSet | null;
    }[];
};
export type ChangedCustomField = {
    field: CustomField | null;
    change_id: string | null;
    bulk_action_id: string | null;
};
export type ColumnCells = {
    type: "text" | "number" | "boolean" | "date" | "choice";
    number_format: "dot" | "comma" | "ymd" | "dmy" | "mdy" | null;
    date_format: "dot" | "comma" | "ymd" | "dmy" | "mdy" | null;
    options: string[] | null;
    any_format?: true;
};
export type ColumnMapping = {
    [name: string]: string | null;
};
export type ColumnRules = {
    [name: string]: "overwrite" | "fill" | "never";
};
export type ColumnTypes = {
    [name: string]: {
        type: "text" | "number" | "boolean" | "date" | "choice";
        format?: "dot" | "comma" | "ymd" | "dmy" | "mdy" | null;
        options?: string[];
    };
};
export type Contact = {
    id: string;
    workspace_id: string;
    email: string;
    first_name: string;
    last_name: string | null;
    phone: string | null;
    company: string | null;
    notes: string | null;
    external_id: string | null;
    avatar_url: string | null;
    is_unsubscribed: boolean;
    custom_fields: {
        [name: string]: unknown;
    } | null;
    import_id: string | null;
    import_row: number | null;
    created_at: string;
    updated_at: string;
    tags?: Tag[];
    has_more_tags: boolean;
};
export type ContactChanges = {
    email?: string;
    first_name?: string;
    last_name?: string | null;
    phone?: string | null;
    company?: string | null;
    notes?: string | null;
    external_id?: string | null;
    is_unsubscribed?: boolean;
    custom_fields?: {
        [name: string]: unknown;
    } | null;
};
export type CorrectedRow = {
    row: number;
    line: number;
    cells: string[];
    is_cut: boolean;
    error: {
        column: string | null;
        code: "email_missing" | "email_invalid" | "too_long" | "tag_too_long" | "too_many_tags" | "too_many_workspace_tags" | "too_many_custom_fields" | "custom_fields_too_long" | "nul_character" | "not_storable" | "email_taken" | "email_differs" | "external_id_differs" | "not_a_number" | "not_yes_or_no" | "not_a_date" | "not_an_option" | "too_many_cells" | "surplus_cells" | "too_few_cells" | "cells_moved" | "other_header" | "unbalanced_quote" | "record_too_long" | "field_too_long" | "too_many_columns" | "row_cut" | "rest_of_row" | "undecodable_text" | "changed_since";
        message: string;
        proposals: ImportProposal[];
    } | null;
};
export type CorrectionRule = {
    code: "email_missing" | "email_invalid" | "too_long" | "tag_too_long" | "too_many_tags" | "too_many_workspace_tags" | "too_many_custom_fields" | "custom_fields_too_long" | "nul_character" | "not_storable" | "email_taken" | "email_differs" | "external_id_differs" | "not_a_number" | "not_yes_or_no" | "not_a_date" | "not_an_option" | "too_many_cells" | "surplus_cells" | "too_few_cells" | "cells_moved" | "other_header" | "unbalanced_quote" | "record_too_long" | "field_too_long" | "too_many_columns" | "row_cut" | "rest_of_row" | "undecodable_text" | "changed_since";
    column: string | null;
    proposal: "bare_address" | "first_address" | "at_sign" | "no_spaces" | "ascii" | "punctuation" | "tidy_address" | "other_cell" | "trim" | "no_nul" | "quote_as_text" | "drop_empty_cells" | "nearest_option";
};
export type Corrections = {
    importId: string;
    version: number;
    rules: CorrectionRule[];
    rows: {
        row: number;
        cells: {
            [name: string]: string;
        };
    }[];
};
export type CorrectionsResult = {
    importId: string;
    version: number;
    corrected: number;
    rules: CorrectionRule[];
    rows: CorrectedRow[];
};
export type CreatedApiKey = {
    id: string;
    workspace_id: string;
    name: string;
    hint: string;
    scopes: ("read" | "write" | "send")[];
    created_at: string;
    expires_at: string | null;
    last_used_at: string | null;
    key: string;
};
export type CustomField = {
    id: string;
    key: string;
    name: string;
    type: "text" | "number" | "boolean" | "date" | "choice";
    options: string[];
    created_at: string;
};
export type CustomFieldChanges = {
    name?: string;
    options?: string[];
    type?: "text" | "number" | "boolean" | "date" | "choice";
    format?: "dot" | "comma" | "ymd" | "dmy" | "mdy";
};
export type DirectUpload = {
    pathname: string;
    token: string;
    maximumBytes: number;
    expiresAt: number;
    parts: {
        bytes: number;
        urls: string[];
    } | null;
};
export type DraftMapping = ColumnMapping;
export type DraftRules = ColumnRules;
export type DraftTypes = ColumnTypes;
export type DraftValues = OptOutValues;
export type DryRun = {
    importId: string;
    etag: string | null;
    rows: number;
    create: number;
    update: number;
    unchanged: number;
    skip: number;
    fail: number;
    opted_out: number;
    unsubscribe: number;
    stay_unsubscribed: number;
    failed_opt_outs: number;
    skipped_opt_outs: number;
    unread_consent: UnreadConsent;
    changed: number;
    repeated: number;
    samples: {
        row: number | null;
        line: number | null;
        email: string;
        invented_name: boolean;
        before: {
            [name: string]: unknown;
        } | null;
        after: {
            [name: string]: unknown;
        };
    }[];
    new_tags: string[];
    errors: ImportRowError[];
};
export type DuplicatePair = {
    id: string;
    score: number;
    reasons: ("same_mailbox" | "same_name" | "similar_name" | "same_company" | "same_domain" | "same_phone" | "similar_email")[];
    contacts: Contact[];
};
export type DuplicateSearch = {
    id: string;
    status: "processing" | "completed" | "failed";
    contacts: number;
    progress: number;
    is_whole: boolean;
    started_at: string;
    completed_at: string | null;
    expires_at: string;
};
export type EncodingCandidate = {
    encoding: string;
    samples: {
        line: number;
        column: string;
        text: string;
    }[];
};
export type Error = {
    code: string;
    message: string;
    details?: unknown;
};
export type Events = {
    id: string;
    changed: ("contacts" | "imports" | "exports" | "bulk_actions" | "duplicates" | "segments" | "fields" | "settings" | "members")[];
    jobs: JobProgress[];
};
export type Export = {
    id: string;
    workspace_id: string;
    filename: string;
    status: "pending" | "processing" | "completed" | "failed";
    total_rows: number;
    processed_rows: number;
    blob_url: string | null;
    blob_bytes: number | null;
    tag_ids: string[];
    error_message: string | null;
    failure_code: "interrupted" | "too_long" | "too_many_custom_fields" | "contacts_deleted" | "storage_full" | "storage_unavailable" | "unexpected" | null;
    created_at: string;
    completed_at: string | null;
    expires_at: string | null;
};
export type ExportStarted = {
    exportId: string;
    status: "pending" | "processing" | "completed" | "failed";
};
export type FieldChange = {
    field: string;
    old: unknown;
    new: unknown;
};
export type FieldValue = {
    value: string;
    contacts: number;
};
export type Import = {
    id: string;
    workspace_id: string;
    filename: string;
    status: "pending" | "processing" | "completed" | "failed" | "cancelled";
    total_rows: number;
    processed_rows: number;
    created_rows: number;
    updated_rows: number;
    unchanged_rows: number;
    changed_contacts: number;
    repeated_rows: number;
    skipped_rows: number;
    failed_rows: number;
    failed_opt_outs: number;
    skipped_opt_outs: number;
    opted_out: number;
    blob_url: string | null;
    blob_bytes: number;
    uploaded_bytes: number | null;
    created_by: {
        user_id: string | null;
        name: string | null;
    };
    summary: string | null;
    failure_code: "interrupted" | "file_gone" | "storage_unavailable" | "unexpected" | null;
    forecast: ImportForecast | null;
    ai_suggestions: MappingSuggestion[] | null;
    column_mapping: ColumnMapping | null;
    draft: ImportDraft | null;
    rows_per_second: number | null;
    seconds_left: number | null;
    undo_status: "processing" | "completed" | null;
    undo_result: {
        removed: number;
        restored: number;
        kept: number;
        still_unsubscribed: number;
        opt_outs_withdrawn: number;
    } | null;
    undone_by: string | null;
    created_at: string;
    started_at: string | null;
    completed_at: string | null;
};
export type ImportDiff = {
    importId: string;
    draft_version: number;
    etag: string;
    made_at: string;
    counts: {
        rows: number;
        create: number;
        update: number;
        unchanged: number;
        skip: number;
        fail: number;
        changed: number;
        failed_opt_outs: number;
        skipped_opt_outs: number;
    };
    fields: {
        field: string;
        rows: number;
        create: number;
        update: number;
    }[];
    reasons: {
        code: "email_missing" | "email_invalid" | "too_long" | "tag_too_long" | "too_many_tags" | "too_many_workspace_tags" | "too_many_custom_fields" | "custom_fields_too_long" | "nul_character" | "not_storable" | "email_taken" | "email_differs" | "external_id_differs" | "not_a_number" | "not_yes_or_no" | "not_a_date" | "not_an_option" | "too_many_cells" | "surplus_cells" | "too_few_cells" | "cells_moved" | "other_header" | "unbalanced_quote" | "record_too_long" | "field_too_long" | "too_many_columns" | "row_cut" | "rest_of_row" | "undecodable_text" | "changed_since";
        column: string | null;
        rows: number;
        proposals: {
            proposal: "bare_address" | "first_address" | "at_sign" | "no_spaces" | "ascii" | "punctuation" | "tidy_address" | "other_cell" | "trim" | "no_nul" | "quote_as_text" | "drop_empty_cells" | "nearest_option";
            rows: number;
        }[];
        values?: {
            value: string;
            rows: number;
        }[];
    }[];
    failed_corrections: number;
    data: ImportDiffRow[];
    nextCursor: number | null;
    total: number | null;
};
export type ImportDiffRow = {
    row: number;
    line: number;
    kind: "create" | "update" | "unchanged" | "skip" | "fail";
    email: string | null;
    left_out: boolean;
    repeats: number | null;
    changes: {
        field: string;
        old: unknown;
        new: unknown;
    }[];
    tags_added: string[];
    opt_out: "kept" | "remembered" | null;
    invented_name: boolean;
    error: {
        column: string | null;
        code: "email_missing" | "email_invalid" | "too_long" | "tag_too_long" | "too_many_tags" | "too_many_workspace_tags" | "too_many_custom_fields" | "custom_fields_too_long" | "nul_character" | "not_storable" | "email_taken" | "email_differs" | "external_id_differs" | "not_a_number" | "not_yes_or_no" | "not_a_date" | "not_an_option" | "too_many_cells" | "surplus_cells" | "too_few_cells" | "cells_moved" | "other_header" | "unbalanced_quote" | "record_too_long" | "field_too_long" | "too_many_columns" | "row_cut" | "rest_of_row" | "undecodable_text" | "changed_since";
        message: string;
        opted_out: boolean;
        cells: string[];
        is_cut: boolean;
        proposals: ImportProposal[];
    } | null;
};
export type ImportDraft = {
    version: number;
    columnMapping: {
        [name: string]: string;
    };
    questions: string[];
    columnTypes: {
        [name: string]: {
            type: "text" | "number" | "boolean" | "date" | "choice";
            format?: "dot" | "comma" | "ymd" | "dmy" | "mdy" | null;
            options?: string[];
            is_known?: boolean;
        };
    };
    options: {
        duplicateStrategy: "update" | "skip" | "update_only";
        emptyCells: "keep" | "clear";
        tagIds: string[];
        rules: ColumnRules;
        leaveOut: {
            rows: number[];
            kinds: ("create" | "update")[];
        };
        optOutValues: OptOutValuesOutput;
        allOptedOut: boolean;
    };
    dialect: {
        encoding: string | null;
        delimiter: string | null;
        quote: "\"" | "'" | null;
        escape: "double" | "backslash" | null;
        headerRow: number | null;
        missingValues: "empty" | "text" | null;
    };
    corrections: {
        version: number;
        rows: number;
        rules: CorrectionRule[];
    };
};
export type ImportForecast = {
    rows: number;
    create: number;
    update: number;
    unchanged: number;
    skip: number;
    fail: number;
    changed: number;
    repeated: number;
};
export type ImportPreview = {
    importId: string;
    preview: {
        headers: string[];
        rows: string[][];
        totalRows: number;
    };
    suggestions: MappingSuggestion[];
    draft: ImportDraft;
    filename: string;
    source: TableSource | null;
    encoding: string;
    delimiter: string;
    quote: "\"" | "'";
    escape: "double" | "backslash";
    headerRow: number;
    headerLine: number | null;
    top: {
        record: number;
        line: number;
        text: string;
        raw: string;
    }[];
    preamble: {
        record: number;
        line: number;
        text: string;
        raw: string;
    }[];
    certainty: {
        encoding: "certain" | "likely" | "guess";
        delimiter: "certain" | "likely" | "guess";
        headerRow: "certain" | "likely" | "guess";
    };
    encodingCandidates: EncodingCandidate[];
    warnings: ReadingWarning[];
    duplicate_of: string | null;
    remembered: boolean;
};
export type ImportProposal = {
    proposal: "bare_address" | "first_address" | "at_sign" | "no_spaces" | "ascii" | "punctuation" | "tidy_address" | "other_cell" | "trim" | "no_nul" | "quote_as_text" | "drop_empty_cells" | "nearest_option";
    value: string | null;
};
export type ImportRowError = {
    row: number;
    line: number;
    column: string | null;
    code: "email_missing" | "email_invalid" | "too_long" | "tag_too_long" | "too_many_tags" | "too_many_workspace_tags" | "too_many_custom_fields" | "custom_fields_too_long" | "nul_character" | "not_storable" | "email_taken" | "email_differs" | "external_id_differs" | "not_a_number" | "not_yes_or_no" | "not_a_date" | "not_an_option" | "too_many_cells" | "surplus_cells" | "too_few_cells" | "cells_moved" | "other_header" | "unbalanced_quote" | "record_too_long" | "field_too_long" | "too_many_columns" | "row_cut" | "rest_of_row" | "undecodable_text" | "changed_since";
    message: string;
    opted_out: boolean;
    cells: string[];
    is_cut: boolean;
};
export type ImportStarted = {
    importId: string;
    status: "pending" | "processing" | "completed" | "failed" | "cancelled";
};
export type ImportUndo = {
    importId: string;
    undo_status: "processing" | "completed";
    removed: number;
    restored: number;
    kept: number;
    still_unsubscribed: number;
    opt_outs_withdrawn: number;
    kept_contacts: {
        id: string;
        email: string;
        exists: boolean;
    }[];
};
export type ImportUndoPreview = {
    importId: string;
    undo_status: "processing" | "completed" | null;
    removed: number;
    restored: number;
    kept: number;
    still_unsubscribed: number;
    opt_outs_withdrawn: number;
    kept_contacts: {
        id: string;
        email: string;
        exists: boolean;
    }[];
    removed_tags: number | null;
    again: {
        removed: number;
        restored: number;
    } | null;
    undoable_until: string;
};
export type Invitation = {
    id: string;
    email: string;
    role: "admin" | "editor" | "viewer";
    may_import: boolean;
    may_undo: boolean;
    may_export: boolean;
    may_send: boolean;
    invited_by: string;
    created_at: string;
    expires_at: string;
};
export type InvitationAcceptance = {
    token: string;
};
export type InvitationPreview = {
    workspace: string;
    invited_by: string | null;
    role: "admin" | "editor" | "viewer";
    may_import: boolean;
    may_undo: boolean;
    may_export: boolean;
    may_send: boolean;
    expires_at: string;
};
export type JobProgress = {
    kind: "import" | "export" | "bulk_action" | "change";
    id: string;
    fields: {
        [name: string]: string | number | null | {
            [name: string]: number;
        };
    };
};
export type ListedTag = {
    id: string;
    workspace_id: string;
    name: string;
    color: string | null;
    emoji: string | null;
    created_at: string;
    contact_count: number;
};
export type MappingSuggestion = {
    header: string;
    field: string;
    confidence: "high" | "medium" | "low";
    reason?: string;
    reason_code?: "header_means" | "header_means_cells_agree" | "header_means_cells_differ" | "header_contains" | "header_contains_cells_agree" | "header_contains_cells_differ" | "header_resembles" | "header_resembles_cells_agree" | "header_resembles_cells_differ" | "subscribed_flag" | "unsubscribed_flag" | "unsubscribed_date" | "cells_are_emails" | "cells_are_phones" | "cells_are_names" | "cells_say_unsubscribed" | "name_beside_other" | "name_alone" | "own_custom_field" | "own_error_column" | "field_taken" | "second_table" | "other_sheet" | "table_below" | "no_header" | "no_field" | "may_be_consent" | "struck_through" | "kept_as_custom" | "row_counter" | "beyond_custom_fields" | "beyond_workspace_fields" | "beyond_custom_size" | "model" | "remembered" | "remembered_answer";
    filled_by?: {
        field: string;
        header: string;
    };
    cells?: ColumnCells;
    unread?: string[];
    question?: "consent";
};
export type Member = {
    user_id: string;
    email: string | null;
    role: "owner" | "admin" | "editor" | "viewer";
    may_import: boolean;
    may_undo: boolean;
    may_export: boolean;
    may_send: boolean;
    joined_at: string;
};
export type MemberChanges = {
    role?: "owner" | "admin" | "editor" | "viewer";
    may_import?: boolean;
    may_undo?: boolean;
    may_export?: boolean;
    may_send?: boolean;
};
export type MergedContact = {
    contact: Contact;
    change_id: string;
};
export type NewApiKey = {
    name: string;
    scopes?: ("read" | "write" | "send")[];
    expires_at?: string | null;
};
export type NewBulkAction = {
    action: "tag" | "untag" | "unsubscribe" | "delete" | "set";
    tag_id?: string;
    fields?: {
        first_name?: string;
        last_name?: string | null;
        phone?: string | null;
        company?: string | null;
        notes?: string | null;
        external_id?: string | null;
        custom_fields?: {
            [name: string]: unknown;
        };
    };
    ids?: string[];
    filter?: BulkFilter;
};
export type NewContact = {
    email: string;
    first_name: string;
    last_name?: string | null;
    phone?: string | null;
    company?: string | null;
    notes?: string | null;
    external_id?: string | null;
    is_unsubscribed?: boolean;
    custom_fields?: {
        [name: string]: unknown;
    } | null;
};
export type NewCustomField = {
    name: string;
    key?: string;
    type?: "text" | "number" | "boolean" | "date" | "choice";
    options?: string[];
};
export type NewExport = {
    tagIds?: string[];
    tagMatch?: "any" | "all";
    filename?: string | null;
    search?: string;
    company?: string;
    import_id?: string;
    created_since?: string;
    created_before?: string;
    updated_since?: string;
    updated_before?: string;
    unsubscribed_since?: string;
    segment_id?: string;
    has_tags?: boolean;
    is_unsubscribed?: boolean;
    custom_fields?: {
        [name: string]: string | number | boolean | {
            contains: string;
        } | {
            any_of: string[];
        } | {
            is_set: boolean;
        } | {
            from?: number;
            to?: number;
        } | {
            from?: string;
            to?: string;
        };
    };
    ids?: string[];
};
export type NewInvitation = {
    email: string;
    role?: "admin" | "editor" | "viewer";
    may_import?: boolean;
    may_undo?: boolean;
    may_export?: boolean;
    may_send?: boolean;
};
export type NewSegment = {
    name: string;
    filter: SegmentFilter;
    sort?: "-created_at" | "created_at" | "updated_at" | "-updated_at" | "name" | "-name" | "email" | "-email" | "company" | "-company" | string | null;
};
export type NewTag = {
    name: string;
    color?: string | null;
    emoji?: string | null;
};
export type NewWebhookEndpoint = {
    url: string;
    description?: string | null;
    events?: ("contact.created" | "contact.updated" | "contact.unsubscribed" | "contact.deleted" | "contact.merged" | "contacts.changed" | "tag.created" | "tag.updated" | "tag.deleted" | "import.completed" | "import.failed" | "import.cancelled" | "import.undone" | "export.completed" | "email.sent")[];
    per_contact?: boolean;
};
export type Notification = {
    id: string;
    kind: string;
    recipient: string;
    status: "held" | "pending" | "sending" | "sent" | "failed" | "unknown" | "dropped";
    attempts: number;
    created_at: string;
    next_attempt_at: string | null;
    sent_at: string | null;
};
export type OneOffEmail = {
    subject: string;
    body: string;
    allow_unsubscribed?: boolean;
};
export type OptOutValues = {
    [name: string]: {
        out?: string[];
        not?: string[];
        others?: "out" | "not";
    };
};
export type OptOutValuesOutput = {
    [name: string]: {
        out: string[];
        not: string[];
        others?: "out" | "not";
    };
};
export type OwnWorkspace = {
    id: string;
    name: string;
    role: "owner" | "admin" | "editor" | "viewer";
    permissions: ("read" | "download" | "write" | "import" | "undo" | "export" | "send" | "manage" | "govern" | "belong")[];
    is_current: boolean;
    joined_at: string;
};
export type ReadingWarning = {
    code: "mixed_encodings" | "damaged_text" | "one_column" | "no_addresses" | "header_is_data" | "rows_above" | "rows_fail" | "no_rows" | "missing_values" | "words_kept" | "two_tables" | "rounded_numbers" | "hidden_rows" | "left_out";
    example: string | null;
    lines?: {
        count: number;
        first: number[];
    };
};
export type SavedView = {
    name: string;
    query: string;
};
export type SavedViewOutput = {
    name: string;
    query: string;
};
export type SavedViews = {
    views: SavedViewOutput[];
};
export type Segment = {
    id: string;
    workspace_id: string;
    name: string;
    filter: SegmentFilterOutput;
    sort: "-created_at" | "created_at" | "updated_at" | "-updated_at" | "name" | "-name" | "email" | "-email" | "company" | "-company" | string | null;
    contact_count: number | null;
    counted_at: string | null;
    created_at: string;
    updated_at: string;
};
export type SegmentChanges = {
    name?: string;
    filter?: SegmentFilter;
    sort?: "-created_at" | "created_at" | "updated_at" | "-updated_at" | "name" | "-name" | "email" | "-email" | "company" | "-company" | string | null;
};
export type SegmentFilter = {
    search?: string;
    company?: string;
    import_id?: string;
    created_since?: string;
    created_before?: string;
    updated_since?: string;
    updated_before?: string;
    unsubscribed_since?: string;
    has_tags?: boolean;
    is_unsubscribed?: boolean;
    custom_fields?: {
        [name: string]: string | number | boolean | {
            contains: string;
        } | {
            any_of: string[];
        } | {
            is_set: boolean;
        } | {
            from?: number;
            to?: number;
        } | {
            from?: string;
            to?: string;
        };
    };
    tag_ids?: string[];
    tag_match?: "any" | "all";
};
export type SegmentFilterOutput = {
    search?: string;
    company?: string;
    import_id?: string;
    created_since?: string;
    created_before?: string;
    updated_since?: string;
    updated_before?: string;
    unsubscribed_since?: string;
    has_tags?: boolean;
    is_unsubscribed?: boolean;
    custom_fields?: {
        [name: string]: string | number | boolean | {
            contains: string;
        } | {
            any_of: string[];
        } | {
            is_set: boolean;
        } | {
            from?: number;
            to?: number;
        } | {
            from?: string;
            to?: string;
        };
    };
    tag_ids?: string[];
    tag_match: "any" | "all";
};
export type SentEmail = {
    success: boolean;
    messageId: string;
};
export type SettingsChanges = {
    mail_api_key?: string | null;
    mail_from?: string | null;
    notify_on_import_complete?: boolean;
    notify_on_export_complete?: boolean;
    notify_weekly_digest?: boolean;
    allowed_origins?: string[];
};
export type Statistics = {
    totalContacts: number;
    totalImports: number;
    successRate: number;
    contactsThisMonth: number;
    contactsGrowth: {
        date: string;
        count: number;
    }[];
    contactsByHour: {
        hour: string;
        count: number;
    }[];
};
export type TableSource = {
    kind: "xlsx" | "json" | "vcard";
    sheet: string | null;
    sheets: string[];
    sheet_by_addresses?: true;
    struck?: {
        count: number;
        lines: number[];
    };
    hidden?: {
        count: number;
        lines: number[];
    };
    left_out?: string[];
};
export type Tag = {
    id: string;
    workspace_id: string;
    name: string;
    color: string | null;
    emoji: string | null;
    created_at: string;
};
export type TagChanges = {
    name?: string;
    color?: string | null;
    emoji?: string | null;
};
export type TimelineEvent = {
    kind: "created" | "imported" | "import_changed" | "changed" | "merged" | "deleted" | "restored" | "tagged" | "unsubscribed" | "resubscribed";
    at: string;
    import: {
        id: string;
        filename: string | null;
        row: number | null;
        line: number | null;
    } | null;
    tag: {
        id: string;
        name: string;
    } | null;
    change_id: string | null;
    of: {
        id: string;
        email: string;
    } | null;
    by: Actor | null;
    fields: FieldChange[];
};
export type UnreadConsent = {
    rows: number;
    values: {
        header: string;
        value: string;
        rows: number;
    }[];
};
export type UserEvent = {
    type: string;
    schema?: string | null;
    table?: string | null;
    record?: {
        id: unknown;
        email?: string | null;
        email_confirmed_at?: string | null;
        banned_until?: string | null;
        deleted_at?: string | null;
    } | null;
    old_record?: {
        id?: unknown;
        email?: string | null;
        email_confirmed_at?: string | null;
        banned_until?: string | null;
        deleted_at?: string | null;
    } | null;
};
export type WebhookDelivery = {
    id: string;
    endpoint_id: string;
    event_id: string;
    type: string;
    is_replay: boolean;
    status: "pending" | "sending" | "delivered" | "failed";
    attempts: number;
    response_status: number | null;
    duration_ms: number | null;
    last_error: string | null;
    last_error_code: "timeout" | "name" | "refused" | "closed" | "private" | "secret" | "silent" | "certificate" | "status" | "request" | null;
    created_at: string;
    next_attempt_at: string | null;
    settled_at: string | null;
};
export type WebhookDeliveryDetail = {
    id: string;
    endpoint_id: string;
    event_id: string;
    type: string;
    is_replay: boolean;
    status: "pending" | "sending" | "delivered" | "failed";
    attempts: number;
    response_status: number | null;
    duration_ms: number | null;
    last_error: string | null;
    last_error_code: "timeout" | "name" | "refused" | "closed" | "private" | "secret" | "silent" | "certificate" | "status" | "request" | null;
    created_at: string;
    next_attempt_at: string | null;
    settled_at: string | null;
    request_body: string | null;
    response_body: string | null;
};
export type WebhookEndpoint = {
    id: string;
    workspace_id: string;
    url: string;
    description: string | null;
    events: string[];
    per_contact: boolean;
    is_enabled: boolean;
    disabled_reason: "user" | "gone" | "failing" | null;
    disabled_at: string | null;
    failing_since: string | null;
    previous_until: string | null;
    created_at: string;
    updated_at: string;
};
export type WebhookEndpointChanges = {
    url?: string;
    description?: string | null;
    events?: ("contact.created" | "contact.updated" | "contact.unsubscribed" | "contact.deleted" | "contact.merged" | "contacts.changed" | "tag.created" | "tag.updated" | "tag.deleted" | "import.completed" | "import.failed" | "import.cancelled" | "import.undone" | "export.completed" | "email.sent")[];
    per_contact?: boolean;
    is_enabled?: boolean;
};
export type WebhookEndpointWithSecret = {
    id: string;
    workspace_id: string;
    url: string;
    description: string | null;
    events: string[];
    per_contact: boolean;
    is_enabled: boolean;
    disabled_reason: "user" | "gone" | "failing" | null;
    disabled_at: string | null;
    failing_since: string | null;
    previous_until: string | null;
    created_at: string;
    updated_at: string;
    secret: string;
};
export type Workspace = {
    id: string;
    name: string;
    contacts: number;
    created_at: string;
    role: "owner" | "admin" | "editor" | "viewer";
    permissions: ("read" | "download" | "write" | "import" | "undo" | "export" | "send" | "manage" | "govern" | "belong")[];
};
export type WorkspaceDeletion = {
    name: string;
};
export type WorkspaceName = {
    name: string;
};
export type WorkspaceSettings = {
    workspace_id: string;
    mail_api_key: string | null;
    mail_from: string | null;
    notify_on_import_complete: boolean;
    notify_on_export_complete: boolean;
    notify_weekly_digest: boolean;
    allowed_origins: string[];
};
export interface Operations {
    "DELETE /account": {
        request: {
            body: AccountDeletion;
        };
        answer: undefined;
    };
    "DELETE /api-keys/{id}": {
        request: {
            path: {
                id: string;
            };
        };
        answer: undefined;
    };
    "DELETE /contacts/{id}": {
        request: {
            path: {
                id: string;
            };
            query?: {
                erase?: "true" | "false";
            };
        };
        answer: undefined;
    };
    "DELETE /exports/{id}": {
        request: {
            path: {
                id: string;
            };
        };
        answer: undefined;
    };
    "DELETE /fields/{id}": {
        request: {
            path: {
                id: string;
            };
        };
        answer: ChangedCustomField;
    };
    "DELETE /imports/{id}": {
        request: {
            path: {
                id: string;
            };
        };
        answer: undefined;
    };
    "DELETE /imports/{id}/corrections": {
        request: {
            path: {
                id: string;
            };
        };
        answer: undefined;
    };
    "DELETE /invitations/{id}": {
        request: {
            path: {
                id: string;
            };
        };
        answer: undefined;
    };
    "DELETE /members/{userId}": {
        request: {
            path: {
                userId: string;
            };
        };
        answer: undefined;
    };
    "DELETE /segments/{id}": {
        request: {
            path: {
                id: string;
            };
        };
        answer: undefined;
    };
    "DELETE /tags/{id}": {
        request: {
            path: {
                id: string;
            };
        };
        answer: undefined;
    };
    "DELETE /tags/{id}/contacts": {
        request: {
            path: {
                id: string;
            };
            body: {
                ids: string[];
                change_id?: string;
            };
        };
        answer: {
            untagged: number;
            change_id: string | null;
        };
    };
    "DELETE /tags/{tagId}/contacts/{contactId}": {
        request: {
            path: {
                tagId: string;
                contactId: string;
            };
        };
        answer: undefined;
    };
    "DELETE /webhook-endpoints/{id}": {
        request: {
            path: {
                id: string;
            };
        };
        answer: undefined;
    };
    "DELETE /workspace": {
        request: {
            body: WorkspaceDeletion;
        };
        answer: undefined;
    };
    "GET /api-keys": {
        request: {};
        answer: {
            data: ApiKey[];
        };
    };
    "GET /audit": {
        request: {
            query?: {
                cursor?: string;
                limit?: number;
                action?: string;
                outcome?: "success" | "failure";
            };
        };
        answer: {
            data: AuditEvent[];
            nextCursor: string | null;
            total: number;
        };
    };
    "GET /bulk-actions": {
        request: {
            query?: {
                cursor?: string;
                limit?: number;
                status?: "processing" | "completed" | "stopped" | "failed";
            };
        };
        answer: {
            data: BulkAction[];
            nextCursor: string | null;
            total: number;
        };
    };
    "GET /bulk-actions/{id}": {
        request: {
            path: {
                id: string;
            };
        };
        answer: BulkAction;
    };
    "GET /changes": {
        request: {
            query?: {
                cursor?: string;
                limit?: number;
                actor?: string;
                way?: "contact_created" | "contact_edited" | "contact_deleted" | "contact_tagged" | "contact_untagged" | "contacts_edited" | "contacts_deleted" | "contacts_unsubscribed" | "contacts_tagged" | "contacts_untagged" | "contacts_erased" | "merge" | "tag_created" | "tag_edited" | "tag_deleted" | "field_edited" | "field_converted" | "fields_merged" | "field_deleted" | "batch" | "import" | "undo";
                contact?: string;
                from?: string;
                to?: string;
            };
        };
        answer: {
            data: ChangeSet[];
            nextCursor: string | null;
            total: number;
        };
    };
    "GET /changes/{id}": {
        request: {
            path: {
                id: string;
            };
            query?: {
                cursor?: string;
                limit?: number;
            };
        };
        answer: ChangeSetDetail;
    };
    "GET /changes/{id}/undo": {
        request: {
            path: {
                id: string;
            };
        };
        answer: ChangeUndo;
    };
    "GET /contacts": {
        request: {
            query?: {
                cursor?: string;
                limit?: number;
                sort?: "-created_at" | "created_at" | "updated_at" | "-updated_at" | "name" | "-name" | "email" | "-email" | "company" | "-company" | string;
                search?: string;
                company?: string;
                import_id?: string;
                created_since?: string;
                created_before?: string;
                updated_since?: string;
                updated_before?: string;
                unsubscribed_since?: string;
                segment_id?: string;
                tag_ids?: string;
                tag_match?: "any" | "all";
                has_tags?: "true" | "false";
                is_unsubscribed?: "true" | "false";
                custom_fields?: string;
            };
        };
        answer: {
            data: Contact[];
            nextCursor: string | null;
            total: number;
        };
    };
    "GET /contacts/duplicates": {
        request: {
            query?: {
                cursor?: string;
                limit?: number;
            };
        };
        answer: {
            search: DuplicateSearch;
            data: DuplicatePair[];
            nextCursor: string | null;
            total: number;
        };
    };
    "GET /contacts/{id}": {
        request: {
            path: {
                id: string;
            };
        };
        answer: Contact;
    };
    "GET /contacts/{id}/timeline": {
        request: {
            path: {
                id: string;
            };
            query?: {
                cursor?: string;
            };
        };
        answer: {
            data: TimelineEvent[];
            nextCursor: string | null;
        };
    };
    "GET /cron/sweep": {
        request: {};
        answer: {
            [name: string]: number | null;
        };
    };
    "GET /cron/weekly-digest": {
        request: {};
        answer: {
            week: string;
            enqueued: number;
        };
    };
    "GET /events": {
        request: {
            query?: {
                after?: string;
                since?: number;
            };
        };
        answer: Events;
        file: Blob;
    };
    "GET /exports": {
        request: {
            query?: {
                cursor?: string;
                limit?: number;
            };
        };
        answer: {
            data: Export[];
            nextCursor: string | null;
            total: number;
        };
    };
    "GET /exports/{id}": {
        request: {
            path: {
                id: string;
            };
        };
        answer: Export;
    };
    "GET /exports/{id}/download": {
        request: {
            path: {
                id: string;
            };
            query?: {
                bom?: "0" | "1" | "true" | "false";
            };
        };
        answer: undefined;
        file: Blob;
    };
    "GET /fields": {
        request: {};
        answer: {
            data: CustomField[];
        };
    };
    "GET /fields/{id}": {
        request: {
            path: {
                id: string;
            };
        };
        answer: CustomField;
    };
    "GET /fields/{id}/values": {
        request: {
            path: {
                id: string;
            };
        };
        answer: {
            data: FieldValue[];
            contacts_read: number;
            is_sample: boolean;
        };
    };
    "GET /health": {
        request: {};
        answer: {
            status: "ok";
            version: string;
            uptime_seconds: number;
        };
    };
    "GET /health/ready": {
        request: {};
        answer: {
            status: "ready" | "degraded" | "unavailable";
            checks: {
                database: {
                    status: "ok" | "error";
                    mode: "embedded" | "hosted";
                    ms: number;
                    engine: "postgresql" | "citus" | null;
                };
                identity: {
                    status: "ok" | "error";
                    mode: "embedded" | "hosted";
                    ms: number;
                };
                blob: {
                    status: "ok" | "error";
                    mode: "embedded" | "hosted";
                    ms: number;
                };
                limiter: {
                    status: "ok" | "error";
                    mode: "embedded" | "hosted";
                    ms: number;
                };
            };
        };
    };
    "GET /imports": {
        request: {
            query?: {
                cursor?: string;
                limit?: number;
            };
        };
        answer: {
            data: Import[];
            nextCursor: string | null;
            total: number;
        };
    };
    "GET /imports/{id}": {
        request: {
            path: {
                id: string;
            };
        };
        answer: Import;
    };
    "GET /imports/{id}/changes": {
        request: {
            path: {
                id: string;
            };
            query?: {
                kind?: "create" | "update" | "unchanged" | "skip" | "fail";
                field?: string;
                code?: "email_missing" | "email_invalid" | "too_long" | "tag_too_long" | "too_many_tags" | "too_many_workspace_tags" | "too_many_custom_fields" | "custom_fields_too_long" | "nul_character" | "not_storable" | "email_taken" | "email_differs" | "external_id_differs" | "not_a_number" | "not_yes_or_no" | "not_a_date" | "not_an_option" | "too_many_cells" | "surplus_cells" | "too_few_cells" | "cells_moved" | "other_header" | "unbalanced_quote" | "record_too_long" | "field_too_long" | "too_many_columns" | "row_cut" | "rest_of_row" | "undecodable_text" | "changed_since";
                column?: string;
                search?: string;
                cursor?: number;
                offset?: number;
                limit?: number;
                format?: "json" | "csv";
            };
        };
        answer: ImportDiff;
        file: Blob;
    };
    "GET /imports/{id}/corrections": {
        request: {
            path: {
                id: string;
            };
        };
        answer: Corrections;
    };
    "GET /imports/{id}/errors": {
        request: {
            path: {
                id: string;
            };
            query?: {
                after?: number;
                limit?: number;
                format?: "json" | "csv";
                language?: "en" | "de" | "fr" | "es" | "pt" | "ja";
            };
        };
        answer: {
            headers: string[];
            data: ImportRowError[];
            nextAfter: number | null;
            total: number;
        };
        file: Blob;
    };
    "GET /imports/{id}/preview": {
        request: {
            path: {
                id: string;
            };
            query?: {
                encoding?: string;
                delimiter?: string;
                quote?: "\"" | "'";
                escape?: "double" | "backslash";
                headerRow?: number;
                missingValues?: "empty" | "text";
            };
        };
        answer: ImportPreview;
    };
    "GET /imports/{id}/undo": {
        request: {
            path: {
                id: string;
            };
        };
        answer: ImportUndoPreview;
    };
    "GET /invitations": {
        request: {};
        answer: {
            data: Invitation[];
        };
    };
    "GET /members": {
        request: {};
        answer: {
            data: Member[];
        };
    };
    "GET /members/{userId}": {
        request: {
            path: {
                userId: string;
            };
        };
        answer: Member;
    };
    "GET /notifications": {
        request: {
            query?: {
                cursor?: string;
                limit?: number;
            };
        };
        answer: {
            data: Notification[];
            nextCursor: string | null;
            total: number;
        };
    };
    "GET /openapi.json": {
        request: {};
        answer: {
            openapi: "3.1.0";
        };
    };
    "GET /segments": {
        request: {};
        answer: {
            data: Segment[];
        };
    };
    "GET /segments/{id}": {
        request: {
            path: {
                id: string;
            };
        };
        answer: Segment;
    };
    "GET /settings": {
        request: {};
        answer: WorkspaceSettings;
    };
    "GET /stats": {
        request: {};
        answer: Statistics;
    };
    "GET /tags": {
        request: {
            query?: {
                cursor?: string;
            };
        };
        answer: {
            data: ListedTag[];
            nextCursor: string | null;
        };
    };
    "GET /tags/{id}": {
        request: {
            path: {
                id: string;
            };
        };
        answer: Tag;
    };
    "GET /views": {
        request: {};
        answer: SavedViews;
    };
    "GET /webhook-endpoints": {
        request: {};
        answer: {
            data: WebhookEndpoint[];
        };
    };
    "GET /webhook-endpoints/{id}": {
        request: {
            path: {
                id: string;
            };
        };
        answer: WebhookEndpoint;
    };
    "GET /webhook-endpoints/{id}/deliveries": {
        request: {
            path: {
                id: string;
            };
            query?: {
                cursor?: string;
                limit?: number;
                status?: "pending" | "sending" | "delivered" | "failed";
            };
        };
        answer: {
            data: WebhookDelivery[];
            nextCursor: string | null;
            total: number;
        };
    };
    "GET /webhook-endpoints/{id}/deliveries/{deliveryId}": {
        request: {
            path: {
                id: string;
                deliveryId: string;
            };
        };
        answer: WebhookDeliveryDetail;
    };
    "GET /workspace": {
        request: {};
        answer: Workspace;
    };
    "GET /workspaces": {
        request: {};
        answer: {
            data: OwnWorkspace[];
        };
    };
    "PATCH /account": {
        request: {
            body: Account;
        };
        answer: Account;
    };
    "PATCH /contacts/{id}": {
        request: {
            path: {
                id: string;
            };
            body: ContactChanges;
        };
        answer: Contact;
    };
    "PATCH /fields/{id}": {
        request: {
            path: {
                id: string;
            };
            body: CustomFieldChanges;
        };
        answer: ChangedCustomField;
    };
    "PATCH /imports/{id}": {
        request: {
            path: {
                id: string;
            };
            body: {
                columnMapping?: DraftMapping;
                columnTypes?: DraftTypes | null;
                options?: {
                    duplicateStrategy?: "update" | "skip" | "update_only";
                    emptyCells?: "keep" | "clear";
                    tagIds?: string[];
                    rules?: DraftRules | null;
                    leaveOut?: {
                        rows?: number[];
                        kinds?: ("create" | "update")[];
                    };
                    optOutValues?: DraftValues | null;
                    allOptedOut?: boolean;
                };
                dialect?: {
                    encoding?: string | null;
                    delimiter?: string | null;
                    quote?: "\"" | "'" | null;
                    escape?: "double" | "backslash" | null;
                    headerRow?: number | null;
                    missingValues?: "empty" | "text" | null;
                };
                draftVersion?: number;
            };
        };
        answer: Import;
    };
    "PATCH /imports/{id}/corrections": {
        request: {
            path: {
                id: string;
            };
            body: {
                rows?: {
                    row: number;
                    cells?: {
                        [name: string]: string | null;
                    } | null;
                    proposal?: "bare_address" | "first_address" | "at_sign" | "no_spaces" | "ascii" | "punctuation" | "tidy_address" | "other_cell" | "trim" | "no_nul" | "quote_as_text" | "drop_empty_cells" | "nearest_option";
                }[];
                rules?: CorrectionRule[];
            };
        };
        answer: CorrectionsResult;
    };
    "PATCH /members/{userId}": {
        request: {
            path: {
                userId: string;
            };
            body: MemberChanges;
        };
        answer: Member;
    };
    "PATCH /segments/{id}": {
        request: {
            path: {
                id: string;
            };
            body: SegmentChanges;
        };
        answer: Segment;
    };
    "PATCH /webhook-endpoints/{id}": {
        request: {
            path: {
                id: string;
            };
            body: WebhookEndpointChanges;
        };
        answer: WebhookEndpoint;
    };
    "PATCH /workspace": {
        request: {
            body: WorkspaceName;
        };
        answer: Workspace;
    };
    "POST /api-keys": {
        request: {
            body: NewApiKey;
        };
        answer: CreatedApiKey;
    };
    "POST /bulk-actions/{id}/stop": {
        request: {
            path: {
                id: string;
            };
        };
        answer: BulkAction;
    };
    "POST /changes/{id}/undo": {
        request: {
            path: {
                id: string;
            };
            query?: {
                wait_ms?: number;
            };
        };
        answer: ChangeUndo;
    };
    "POST /contacts": {
        request: {
            body: NewContact;
        };
        answer: Contact;
    };
    "POST /contacts/batch": {
        request: {
            query?: {
                duplicate_strategy?: "update" | "skip" | "update_only";
                fill?: string;
                never?: string;
                dry_run?: "true" | "false";
            };
            body: BatchContact[];
        };
        answer: BatchResult;
    };
    "POST /contacts/bulk": {
        request: {
            body: NewBulkAction;
        };
        answer: BulkAction;
    };
    "POST /contacts/bulk-delete": {
        request: {
            body: {
                ids: string[];
                change_id?: string;
                erase?: boolean;
            };
        };
        answer: {
            deleted: number;
            change_id: string | null;
        };
    };
    "POST /contacts/bulk-unsubscribe": {
        request: {
            body: {
                ids: string[];
                change_id?: string;
            };
        };
        answer: {
            unsubscribed: number;
            change_id: string | null;
        };
    };
    "POST /contacts/duplicates": {
        request: {};
        answer: {
            search: DuplicateSearch;
        };
    };
    "POST /contacts/duplicates/distinct": {
        request: {
            body: {
                contacts: string[];
                distinct?: boolean;
            };
        };
        answer: {
            distinct: boolean;
        };
    };
    "POST /contacts/{id}/merge": {
        request: {
            path: {
                id: string;
            };
            body: {
                with: string;
                fields?: {
                    email?: "this" | "other";
                    first_name?: "this" | "other" | "filled";
                    last_name?: "this" | "other" | "filled";
                    phone?: "this" | "other" | "filled";
                    company?: "this" | "other" | "filled";
                    notes?: "this" | "other" | "filled" | "both";
                    external_id?: "this" | "other" | "filled";
                    custom_fields?: "this" | "other" | {
                        [name: string]: "this" | "other";
                    };
                };
            };
        };
        answer: MergedContact;
    };
    "POST /contacts/{id}/send-email": {
        request: {
            path: {
                id: string;
            };
            body: OneOffEmail;
        };
        answer: SentEmail;
    };
    "POST /cron/continue": {
        request: {
            body: {
                kind: "import" | "undo" | "change_undo" | "bulk" | "export" | "duplicate";
                workspaceId: string;
                id: string;
            };
        };
        answer: {
            accepted: true;
        };
    };
    "POST /exports": {
        request: {
            body: NewExport;
        };
        answer: ExportStarted;
    };
    "POST /fields": {
        request: {
            body: NewCustomField;
        };
        answer: CustomField;
    };
    "POST /fields/{id}/merge": {
        request: {
            path: {
                id: string;
            };
            body: {
                into: string;
            };
        };
        answer: ChangedCustomField;
    };
    "POST /imports": {
        request: {
            query?: {
                filename?: string;
                sheet?: string;
            };
            body: {
                pathname: string;
                filename: string;
                token?: string;
                tags?: string[];
            };
        };
        answer: ImportPreview;
    };
    "POST /imports/upload-token": {
        request: {
            body: {
                filename: string;
                bytes: number;
                contentType?: string;
            };
        };
        answer: {
            upload: DirectUpload | null;
        };
    };
    "POST /imports/{id}/cancel": {
        request: {
            path: {
                id: string;
            };
        };
        answer: Import;
    };
    "POST /imports/{id}/confirm": {
        request: {
            path: {
                id: string;
            };
            query?: {
                etag?: string;
                whenChanged?: "stop" | "continue";
                notify?: "true" | "false";
            };
            body?: {
                columnMapping: ColumnMapping;
                duplicateStrategy?: "update" | "skip" | "update_only";
                emptyCells?: "keep" | "clear";
                tagIds?: string[];
                rules?: ColumnRules;
                leaveOut?: {
                    rows?: number[];
                    kinds?: ("create" | "update")[];
                };
                optOutValues?: OptOutValues;
                allOptedOut?: boolean;
                columnTypes?: ColumnTypes;
                draftVersion?: number;
                encoding?: string;
                delimiter?: string;
                quote?: "\"" | "'";
                escape?: "double" | "backslash";
                headerRow?: number;
                missingValues?: "empty" | "text";
            };
        };
        answer: ImportStarted;
    };
    "POST /imports/{id}/dry-run": {
        request: {
            path: {
                id: string;
            };
            query?: {
                errors_limit?: number;
            };
            body?: {
                columnMapping: ColumnMapping;
                duplicateStrategy?: "update" | "skip" | "update_only";
                emptyCells?: "keep" | "clear";
                tagIds?: string[];
                rules?: ColumnRules;
                leaveOut?: {
                    rows?: number[];
                    kinds?: ("create" | "update")[];
                };
                optOutValues?: OptOutValues;
                allOptedOut?: boolean;
                columnTypes?: ColumnTypes;
                draftVersion?: number;
                encoding?: string;
                delimiter?: string;
                quote?: "\"" | "'";
                escape?: "double" | "backslash";
                headerRow?: number;
                missingValues?: "empty" | "text";
            };
        };
        answer: DryRun;
    };
    "POST /imports/{id}/resume": {
        request: {
            path: {
                id: string;
            };
        };
        answer: ImportStarted;
    };
    "POST /imports/{id}/undo": {
        request: {
            path: {
                id: string;
            };
            query?: {
                wait_ms?: number;
            };
        };
        answer: ImportUndo;
    };
    "POST /invitations": {
        request: {
            body: NewInvitation;
        };
        answer: Invitation;
    };
    "POST /invitations/accept": {
        request: {
            body: InvitationAcceptance;
        };
        answer: {
            id: string;
        };
    };
    "POST /invitations/preview": {
        request: {
            body: InvitationAcceptance;
        };
        answer: InvitationPreview;
    };
    "POST /segments": {
        request: {
            body: NewSegment;
        };
        answer: Segment;
    };
    "POST /settings/mail-test": {
        request: {};
        answer: SentEmail;
    };
    "POST /tags": {
        request: {
            body: NewTag;
        };
        answer: Tag;
    };
    "POST /tags/{id}/contacts": {
        request: {
            path: {
                id: string;
            };
            body: {
                ids: string[];
                change_id?: string;
            };
        };
        answer: {
            tagged: number;
            refused: string[];
            change_id: string | null;
        };
    };
    "POST /tags/{tagId}/contacts/{contactId}": {
        request: {
            path: {
                tagId: string;
                contactId: string;
            };
        };
        answer: {
            success: true;
        };
    };
    "POST /webhook-endpoints": {
        request: {
            body: NewWebhookEndpoint;
        };
        answer: WebhookEndpointWithSecret;
    };
    "POST /webhook-endpoints/{id}/deliveries/{deliveryId}/replay": {
        request: {
            path: {
                id: string;
                deliveryId: string;
            };
        };
        answer: WebhookDelivery;
    };
    "POST /webhook-endpoints/{id}/rotate": {
        request: {
            path: {
                id: string;
            };
        };
        answer: WebhookEndpointWithSecret;
    };
    "POST /webhook-endpoints/{id}/test": {
        request: {
            path: {
                id: string;
            };
        };
        answer: WebhookDeliveryDetail;
    };
    "POST /webhooks": {
        request: {
            body: UserEvent;
        };
        answer: {
            success: true;
            ignored?: true;
        };
    };
    "POST /workspace/leave": {
        request: {};
        answer: undefined;
    };
    "POST /workspaces": {
        request: {
            body: WorkspaceName;
        };
        answer: OwnWorkspace;
    };
    "PUT /settings": {
        request: {
            body: SettingsChanges;
        };
        answer: WorkspaceSettings;
    };
    "PUT /tags/{id}": {
        request: {
            path: {
                id: string;
            };
            body: TagChanges;
        };
        answer: Tag;
    };
    "PUT /views": {
        request: {
            body: {
                views: SavedView[];
            };
        };
        answer: SavedViews;
    };
}
