CALL keep_figures(in_parts => true);
