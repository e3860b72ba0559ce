-- What the triggers of 0032 have not counted. They are in force since that transaction's end: an index
-- that is built between the two lets every transaction from before it finish.
SELECT recount_lists();
