-- Counts the orders with flags, which the planner would otherwise take for a third of all.
CREATE STATISTICS orders_flag_count ON (jsonb_array_length(flags)) FROM orders;
-- Counts the days of decisions, which are few: the dashboard then adds them up in parallel
-- (server/platform/queries/figures.ts).
CREATE STATISTICS orders_decision_days ON (date_bin('1 day', coalesce(reversed_at, decided_at), '2000-01-01T00:00+05:30')) FROM orders;
