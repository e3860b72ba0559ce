-- How few orders are flagged, which the planner would otherwise take for a third of them.
CREATE STATISTICS orders_flag_count ON (jsonb_array_length(flags)) FROM orders;
